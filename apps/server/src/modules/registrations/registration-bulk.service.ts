import type { ChosenRegistration, ChosenStatus } from '@institute/contract';
import {
  type RegistrationStatus,
  registrationLimits,
  tooManyChosen,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import type { Ctx, TxCtx } from '../../context.ts';
import { withContentChange } from '../../database/changes.ts';
import { AppError, invalid } from '../../errors.ts';
import { inBatches } from '../../in-batches.ts';
import { recordActivities } from '../activity/activity.service.ts';
import { queueBulkEmails } from '../emails/email.service.ts';
import { lockSeats, refuseBeyondSeats } from '../intakes/intake-seats.service.ts';
import { queueEvents } from '../webhooks/webhook-event.service.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { enteredAt, recordSteps } from './registration-history.service.ts';
import { recordSearch } from './registration-medical.service.ts';
import { filtered, looksIntoMedical, type RegistrationFilter } from './registration-search.service.ts';
import { type StatusChange, statusEmails } from './registration-status-emails.service.ts';

/** Every registration that passes a filter, so that the office can choose all of them for a bulk action. */
export async function chooseRegistrations(
  ctx: Ctx,
  filter: RegistrationFilter,
): Promise<ChosenRegistration[]> {
  const rows = await ctx.em.find(RegistrationEntity, await filtered(ctx, filter), {
    fields: ['version'],
    limit: registrationLimits.chosen + 1,
    disableIdentityMap: true,
  });
  if (looksIntoMedical(ctx, filter.q)) await recordSearch(ctx, []);
  if (rows.length > registrationLimits.chosen) throw invalid([{ path: 'rows', message: tooManyChosen }]);
  return rows.map(({ id, version }) => ({ id, version }));
}

/** The columns that `lockChosen` reads. */
interface ChosenRow extends ChosenRegistration {
  reference: string;
  status: RegistrationStatus;
  firstName: string;
  email: string;
  note: string | null;
  intake: number | null;
  deletedAt: string | null;
}

/** Locks the chosen rows. Refuses all of them when one has changed since the office has seen it. */
async function lockChosen(
  { em }: Pick<TxCtx, 'em'>,
  chosen: readonly ChosenRegistration[],
  { areTrashed = false } = {},
): Promise<ChosenRow[]> {
  // locked in the order of the ids, so that two bulk actions cannot deadlock
  const rows = await em.execute<ChosenRow[]>(
    `select id, version, reference, status, first_name as "firstName", email, note, intake_id as intake,
       deleted_at as "deletedAt"
     from registrations where id = any(?::int[]) order by id for update`,
    [`{${chosen.map(({ id }) => id)}}`],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const details = chosen.flatMap(({ id, version }, place) => {
    const row = byId.get(id);
    const name = row?.reference ?? `Registration ${id}`;
    const isThere = row && (row.deletedAt !== null) === areTrashed;
    if (isThere && row.version === version) return [];
    const what = isThere ? 'changed' : areTrashed ? 'restored or erased' : 'deleted';
    return [{ path: `rows.${place}`, message: `${name} was ${what} by somebody else in the meantime` }];
  });
  if (details.length === 0) return rows;
  const many = `${details.length} of ${chosen.length} registrations were changed by somebody else in the meantime`;
  const message = `${details.length === 1 ? details[0]?.message : many}. Nothing was changed.`;
  throw new AppError('PRECONDITION_FAILED', message, { details });
}

/**
 * Gives each row its new status and emails the applicants. Refuses all rows when the accepted applicants need more seats
 * than there are. Returns the changed rows with their earlier status, which `undoStatuses` takes.
 */
export const changeStatuses = (ctx: Ctx, chosen: readonly ChosenStatus[]): Promise<ChosenStatus[]> =>
  setStatuses(ctx, chosen, { isUndo: false });

/** Like `changeStatuses`, but gives the applicants their former places on the waiting list. Who was not told of the change gets no email. */
export const undoStatuses = (ctx: Ctx, chosen: readonly ChosenStatus[]): Promise<ChosenStatus[]> =>
  setStatuses(ctx, chosen, { isUndo: true });

function setStatuses(
  ctx: Ctx,
  chosen: readonly ChosenStatus[],
  { isUndo }: { isUndo: boolean },
): Promise<ChosenStatus[]> {
  return withContentChange(ctx, async (tx) => {
    const changes = await storeStatuses(tx, chosen, { isUndo });
    const sendAt = new Date(tx.now().getTime() + undoSeconds * 1000);
    const emails = await statusEmails(tx, changes, { sendAt, keepsPlace: isUndo });
    for (const batch of inBatches(emails)) await queueBulkEmails(tx, batch);
    return changes.map(undoing);
  });
}

const undoing = ({ id, version, from }: ChosenRow & StatusChange): ChosenStatus => ({
  id,
  version: version + 1,
  status: from,
});

async function storeStatuses(
  tx: TxCtx,
  chosen: readonly ChosenStatus[],
  { isUndo }: { isUndo: boolean },
): Promise<(ChosenRow & StatusChange)[]> {
  const wanted = new Map(chosen.map(({ id, status }) => [id, status]));
  const changes = (await lockChosen(tx, chosen))
    .map((row) => ({ ...row, from: row.status, to: wanted.get(row.id) ?? row.status }))
    .filter(({ from, to }) => from !== to);
  const seats = intakesOf(changes.filter(({ to }) => to === 'accepted'));
  await lockSeats(tx, seats);
  // an undo gives the applicant the former place in the waiting list
  const waitsSince = isUndo ? `coalesce(${enteredAt('waiting')}, ?::timestamptz)` : '?::timestamptz';
  const now = tx.now();
  for (const batch of inBatches(changes)) {
    await tx.em.execute(
      `update registrations set status = change.status, version = version + 1, updated_at = ?,
         waiting_since = case when change.status = 'waiting' then ${waitsSince} end
       from unnest(?::int[], ?::text[]) as change (id, status) where registrations.id = change.id`,
      [now, now, `{${batch.map(({ id }) => id)}}`, `{${batch.map(({ to }) => to)}}`],
    );
  }
  await refuseBeyondSeats(tx, seats);
  await recordSteps(
    { ...tx, now: () => now },
    changes.map(({ id, note, from, to }) => ({ id, note, from, to })),
  );
  await record(tx, 'update', changes);
  await queueEvents(
    tx,
    'registration.status_changed',
    changes.map(({ id, reference, to }) => ({ id, reference, status: to })),
  );
  return changes;
}

const intakesOf = (rows: readonly ChosenRow[]): number[] => [
  ...new Set(rows.flatMap(({ intake }) => (intake === null ? [] : [intake]))),
];

/** Trashes the rows. Returns them as `restoreRegistrations` takes them. */
export const removeRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setTrashed(ctx, chosen, true);

/** Undoes `removeRegistrations`. */
export const restoreRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setTrashed(ctx, chosen, false);

function setTrashed(
  ctx: Ctx,
  chosen: readonly ChosenRegistration[],
  isTrashed: boolean,
): Promise<ChosenRegistration[]> {
  return withContentChange(ctx, async (tx) => {
    const rows = await lockChosen(tx, chosen, { areTrashed: !isTrashed });
    const seats = isTrashed ? [] : intakesOf(rows.filter(({ status }) => status === 'accepted'));
    await lockSeats(tx, seats);
    const now = tx.now();
    for (const batch of inBatches(rows)) {
      await tx.em.execute(
        'update registrations set deleted_at = ?, version = version + 1, updated_at = ? where id = any(?::int[])',
        [isTrashed ? now : null, now, `{${batch.map(({ id }) => id)}}`],
      );
    }
    await refuseBeyondSeats(tx, seats);
    await record(tx, isTrashed ? 'delete' : 'restore', rows);
    return rows.map(({ id, version }) => ({ id, version: version + 1 }));
  });
}

const pastTense = { update: 'Updated', delete: 'Deleted', restore: 'Restored' } as const;

const record = (tx: TxCtx, type: keyof typeof pastTense, rows: readonly ChosenRow[]) =>
  recordActivities(
    tx,
    rows.map(({ id, reference }) => ({
      ...{ type, entityType: 'registration', entityId: id },
      description: `${pastTense[type]} registration ${reference}`,
    })),
  );
