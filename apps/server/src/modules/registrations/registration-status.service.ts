import { dialled } from '@institute/contract/phone';
import { type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { guard } from '../wrong-tries/wrong-try.service.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { placeInQueue } from './registration-intake.service.ts';

export interface RegistrationState {
  reference: string;
  status: (typeof statusWords)[RegistrationStatus];
  program: string | null;
  /** On the waiting list; null for somebody who does not wait. */
  place: number | null;
  sentAt: Date;
}

interface Asked {
  reference: string;
  phone: string;
}

/**
 * Returns the status for a reference with its phone number. A wrong phone and an unknown reference get the same
 * answer. References are consecutive, so wrong tries are also limited for each phone and each reference: many
 * networks together cannot walk through them.
 */
export function findStanding(
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  asked: Asked,
  network: string,
): Promise<RegistrationState> {
  const reference = spelled(asked.reference);
  return guard(
    ctx,
    [
      { rule: 'status from network', key: network },
      { rule: 'status by reference', key: reference },
      { rule: 'status by phone', key: dialled(asked.phone) },
    ],
    () => getRegistrationStatus(ctx, { reference, phone: asked.phone }),
    (error) => error instanceof AppError && error.code === 'NOT_FOUND',
  );
}

const spelled = (reference: string) => reference.replace(/\s/g, '').toUpperCase();

async function getRegistrationStatus(
  { em }: Pick<Ctx, 'em'>,
  { reference: asked, phone }: Asked,
): Promise<RegistrationState> {
  const isReference = /^REG-\d{4}-\d{6,10}$/.test(asked);
  const row = await em.findOne(
    RegistrationEntity,
    { reference: isReference ? asked : null, deletedAt: null },
    {
      populate: ['program'],
      fields: ['reference', 'status', 'phone', 'createdAt', 'program.name'],
      disableIdentityMap: true,
    },
  );
  const known = row && dialled(row.phone);
  if (!row || !known || known !== dialled(phone)) {
    throw notFound('We know no application with this reference and phone number');
  }
  const { createdAt, program } = row;
  const status: RegistrationStatus = row.status;
  return {
    reference: asked,
    status: statusWords[status],
    program: program?.name ?? null,
    place: await placeInQueue({ em }, row.id),
    sentAt: createdAt,
  };
}
