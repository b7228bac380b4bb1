import type { Registration } from '@institute/contract';
import { registrationNotFoundMessage } from '@institute/contract/registrations.constants';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { hashShownValues, makeItemTag } from '../../../database/item-tag.ts';
import { notFoundError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import type { TaggedView } from '../../platform/content/content.service.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { RegistrationChangeEntity, RegistrationEntity, type RegistrationRow } from './registration.entity.ts';
import { toHistoryView, toRegistrationView } from './registration.view.ts';
import { listMedicalReadIds, openVisibleMedical } from './registration-medical-access.service.ts';

/** Counts new registrations, also of trashed programs and intakes. */
export const countNewRegistrations = ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  em.count(RegistrationEntity, { deletedAt: null, status: 'new' });

const STALE_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/** Counts registrations that are still new after three days. */
export const countStaleNewRegistrations = ({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<number> => {
  const createdAtCondition = { $lt: new Date(now().getTime() - STALE_AFTER_MS) };
  return em.count(RegistrationEntity, { deletedAt: null, status: 'new', createdAt: createdAtCondition });
};

export async function listProgramAndIntakeChoices({ em }: Pick<Ctx, 'em'>) {
  const notTrashedFilter = { deletedAt: null };
  const [programs, intakes] = await Promise.all([
    em.find(ProgramEntity, notTrashedFilter, {
      fields: ['name', 'price'],
      orderBy: { name: 'asc', id: 'asc' },
      disableIdentityMap: true,
    }),
    em.fork().find(IntakeEntity, notTrashedFilter, {
      fields: ['programId', 'startsOn'],
      orderBy: { startsOn: 'asc', id: 'asc' },
      disableIdentityMap: true,
    }),
  ]);
  return {
    programs: programs.map(({ id, name, price }) => ({ id, name, price })),
    intakes: intakes.map(({ id, programId, startsOn }) => ({ id, programId, startsOn })),
  };
}

export const deskFindOptions = {
  populate: ['program', 'intake'],
  exclude: ['program.description', 'intake.taken', 'medicalTerms'],
} as const;

export async function getRegistration(
  ctx: Pick<Ctx, 'em' | 'actor' | 'config'>,
  id: number,
): Promise<TaggedView<Registration>> {
  const row = await ctx.em.findOne(
    RegistrationEntity,
    { id, deletedAt: null },
    { ...deskFindOptions, disableIdentityMap: true },
  );
  if (!row) throw notFoundError(registrationNotFoundMessage);
  const registrationView = toRegistrationView(row, openVisibleMedical(ctx, row));
  return {
    view: registrationView,
    tag: makeRegistrationTag(
      ctx,
      row,
      hashShownValues([registrationView.program, registrationView.startDate]),
    ),
  };
}

export async function viewRegistration(ctx: Ctx, id: number): Promise<TaggedView<Registration>> {
  const registrationItem = await getRegistration(ctx, id);
  const viewActivity = makeRegistrationActivity('view', { id, reference: registrationItem.view.reference });
  await runInTransaction(ctx, (tx) =>
    recordActivity(tx, { ...viewActivity, medicalOf: listMedicalReadIds(tx, [id]) }),
  );
  return registrationItem;
}

/** The tag depends on the right to read medical information, because the answer does. */
export const makeRegistrationTag = (
  ctx: Pick<Ctx, 'actor'>,
  row: Pick<RegistrationRow, 'id' | 'version'>,
  derived?: number,
) => makeItemTag(hasRight(ctx, 'health') ? 'registration' : 'registration-without-health', row, derived);

const activityVerbsInPastTense = {
  view: 'Viewed',
  update: 'Updated',
  delete: 'Deleted',
  restore: 'Restored',
} as const;

export const makeRegistrationActivity = (
  type: keyof typeof activityVerbsInPastTense,
  { id, reference }: { id: number; reference?: string | null },
) => ({
  type,
  entityType: 'registration' as const,
  entityId: id,
  description: `${activityVerbsInPastTense[type]} registration ${reference}`,
});

export async function listHistory({ em }: Pick<Ctx, 'em'>, id: number) {
  const rows = await em.find(
    RegistrationChangeEntity,
    { registration: id },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(toHistoryView);
}
