import type { Ctx } from '../../context.ts';
import { countOnlyCallable } from './applicants-to-call.service.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { countNew } from './registration-desk.service.ts';
import { type FirstInLine, firstInLine } from './registration-intake.service.ts';

const WAITING_MS = 3 * 24 * 60 * 60 * 1000;

export const registrationAttention = {
  newRegistrations: countNew,
  /** Still new after three days. */
  waitingRegistrations: ({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<number> => {
    const createdAt = { $lt: new Date(now().getTime() - WAITING_MS) };
    return em.count(RegistrationEntity, { deletedAt: null, status: 'new', createdAt });
  },
  firstInLine: (ctx: Pick<Ctx, 'em'>): Promise<FirstInLine[]> => firstInLine(ctx, null),
  /** Applicants with neither an email address nor a number that gets SMS. */
  onlyCallable: countOnlyCallable,
};
