import {
  type ChosenRegistration,
  type ChosenStatus,
  guardianNeeded,
  type Registration,
  type RegistrationUpdate,
} from '@institute/contract';
import { isMinor } from '@institute/contract/age';
import { registrationDays } from '@institute/contract/day-bounds';
import { findOddDays } from '@institute/contract/day-faults';
import { internationalPhone } from '@institute/contract/international-phone';
import {
  hasSeat,
  type LeftReason,
  type RegistrationStatus,
  registrationNotFound,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { kampalaDay } from '@institute/contract/time';
import { type Ctx, mayKeepFees, type TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { lockOrNotFound } from '../../../database/row-lock.ts';
import { AppError, invalidInput } from '../../../errors.ts';
import { inBatches, rolledBack, transaction } from '../../../transaction.ts';
import { recordActivities, recordActivity, recordRead } from '../../platform/activity/activity.service.ts';
import type { Item } from '../../platform/content/content.service.ts';
import { queueInBulk, queueMessage } from '../../platform/outbox/outbox.service.ts';
import { averageSmsPrice, type SmsPrice } from '../../platform/outbox/outbox-list.service.ts';
import { countSendable } from '../../platform/outbox/sms-limits.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import {
  chargeForCourse,
  chargeForStatuses,
  refuseWithMoney,
  sumChargesNotDue,
} from '../charges/charge.service.ts';
import { lockSeats, refuseBeyondSeats } from '../intakes/intake-seats.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import {
  enteredAt,
  RegistrationChangeEntity,
  RegistrationEntity,
  type RegistrationRow,
} from './registration.entity.ts';
import { refuseStatuses, refuseUndo, splitSteps } from './registration-completion.service.ts';
import { queueContactMessages, toContact } from './registration-contact.service.ts';
import { getRegistration, registrationActivity, registrationTag } from './registration-desk.service.ts';
import { changeMedical, shownReads, withoutHealth, withoutHidden } from './registration-medical.service.ts';
import {
  changeIntake,
  keepWaitingSince,
  takeSeats,
  toCourse,
  toSeating,
} from './registration-seating.service.ts';
import { type StatusChange, statusMessages } from './registration-status.service.ts';
import { notOffered, openProgram } from './registration-submit.service.ts';

/** `undo` is what `undoStatuses` takes, or null when the status stays. */
type Updated = Item<Registration> & { undo: ChosenStatus | null };

interface Decision {
  ifMatch?: string | undefined;
  isHeld?: boolean;
  takesBack?: boolean | undefined;
}

/**
 * With `isHeld` the applicant is told when Undo is over. With `takesBack` what an applicant who leaves does not owe
 * yet is taken back.
 */
export function updateRegistration(
  ctx: Ctx,
  id: number,
  update: RegistrationUpdate,
  { ifMatch, isHeld = false, takesBack = false }: Decision = {},
): Promise<Updated> {
  const { programId, intakeId, anyway, difference, ...input } = withoutHidden(ctx, update);
  // These changes may take or free a seat, and visitors see the number of seats left
  const isSeating = [programId, intakeId, update.status].some((given) => given !== undefined);
  return (isSeating ? withContentChange : transaction)(ctx, async (tx) => {
    const row = await lockRegistration(tx, id, ifMatch);
    const { startDay, dateOfBirth } = row;
    const days = registrationDays(kampalaDay(tx.now()), 'office');
    const faults = findOddDays(days, input, { dateOfBirth, startDate: startDay });
    if (faults.length > 0) throw invalidInput(faults);
    const before = { version: row.version, note: row.note, course: toCourse(row), ...toSeating(row) };
    const formerContact = toContact(row);
    if (programId !== undefined && programId !== row.program?.id) {
      row.program = await tx.em.findOne(ProgramEntity, openProgram(programId, tx.now()));
      if (!row.program) throw notOffered();
      // The former intake belongs to the former program
      row.intake = null;
    }
    keepGuardian(tx, row, input);
    Object.assign(row, withoutHealth(input));
    if (input.phone !== undefined) row.phoneInternational = internationalPhone(input.phone)?.number ?? null;
    if (intakeId !== undefined) await changeIntake(tx, row, intakeId, anyway);
    if (before.intake && !row.intake && input.startDate === undefined) row.startDate = startDay;
    await refuseStatuses(tx, [{ id, from: before.status, to: row.status }]);
    keepWaitingSince(row, before, tx.now());
    if (!anyway) await takeSeats(tx, before, row);
    changeMedical(tx, row, input);
    await tx.em.flush();
    await queueContactMessages(tx, row, formerContact);
    await chargeForStatuses(tx, [{ id, from: before.status, to: row.status }], { takesBack });
    if (hasSeat(before.status) && hasSeat(row.status) && before.course !== toCourse(row))
      await chargeForCourse(tx, id, difference);
    const medicalOf = shownReads(tx, [id]);
    if (row.version === before.version)
      await recordRead(tx, { ...registrationActivity('view', row), medicalOf });
    else await recordActivity(tx, { ...registrationActivity('update', row), medicalOf });
    const { status, note } = row;
    if (status !== before.status || (note ?? null) !== (before.note ?? null)) {
      await recordSteps(tx, [{ id, note, from: before.status, to: status }], tx.now());
    }
    const item = await getRegistration(tx, id);
    if (status === before.status) return { ...item, undo: null };
    await queueStatusMessages(tx, row, before.status, isHeld ? { sendAt: undoEnds(tx) } : {});
    return { ...item, undo: { id, version: row.version, status: before.status } };
  });
}

export function removeRegistration(ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> {
  return withContentChange(ctx, async (tx) => {
    const row = await lockRegistration(tx, id, ifMatch);
    await refuseWithMoney(tx, [id]);
    row.deletedAt = tx.now();
    await tx.em.flush();
    await recordActivity(tx, registrationActivity('delete', row));
    return { id };
  });
}

const lockRegistration = (tx: TxCtx, id: number, ifMatch: string | undefined) =>
  lockOrNotFound(
    tx,
    RegistrationEntity,
    { id, deletedAt: null },
    { missing: registrationNotFound, ifMatch, tag: (row) => registrationTag(tx, row) },
  );

const undoEnds = ({ now }: Pick<Ctx, 'now'>) => new Date(now().getTime() + undoSeconds * 1000);

async function queueStatusMessages(
  tx: TxCtx,
  row: RegistrationRow,
  from: RegistrationStatus,
  options: { sendAt?: Date },
): Promise<void> {
  const { id, firstName, status, email = null, phoneInternational: number = null } = row;
  const reference = row.reference ?? '';
  const change = { id, reference, firstName, email, number, from, to: status };
  for (const message of await statusMessages(tx, [change], options)) await queueMessage(tx, message);
  await queueEvents(tx, 'registration.status_changed', [{ id, reference, status }]);
}

/** The office may correct a child's guardian, but not remove the guardian. */
function keepGuardian(tx: TxCtx, row: RegistrationRow, input: Partial<RegistrationUpdate>): void {
  const born = input.dateOfBirth === undefined ? row.dateOfBirth : input.dateOfBirth;
  if (!born || !isMinor(born, kampalaDay(tx.now()))) return;
  const lost = (['guardianName', 'guardianPhone'] as const).filter(
    (field) => row[field] && input[field] === null,
  );
  if (lost.length > 0) throw invalidInput(lost.map((path) => ({ path, message: guardianNeeded[path] })));
}

interface ChosenRow extends ChosenRegistration {
  reference: string;
  status: RegistrationStatus;
  firstName: string;
  email: string | null;
  number: string | null;
  note: string | null;
  intake: number | null;
  isAgeUnknown: boolean;
  deletedAt: string | null;
}

/** Refuses all rows when one has changed since the office read it. */
async function lockChosen(
  { em }: Pick<TxCtx, 'em'>,
  chosen: readonly ChosenRegistration[],
  { areTrashed = false } = {},
): Promise<ChosenRow[]> {
  // Locked in the order of ids, so that two bulk actions cannot deadlock
  const rows = await em.execute<ChosenRow[]>(
    `select id, version, reference, status, first_name as "firstName", email,
       phone_international as number, note, intake_id as intake,
       date_of_birth is null as "isAgeUnknown", deleted_at as "deletedAt"
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
 * Tells the applicants. Refuses all rows when there are too few seats. Leaves those that cannot have the status,
 * and accepts nobody whose age is unknown: the office is asked about each of them. Returns the changed rows with
 * their earlier status, for `undoStatuses`.
 */
export const changeStatuses = (
  ctx: Ctx,
  chosen: readonly ChosenStatus[],
  takesBack = false,
): Promise<ChosenStatus[]> => setStatuses(ctx, chosen, { isUndo: false, takesBack });

/**
 * Restores the former places on the waiting list. Applicants who were not told of the change get no message.
 */
export const undoStatuses = (ctx: Ctx, chosen: readonly ChosenStatus[]): Promise<ChosenStatus[]> =>
  setStatuses(ctx, chosen, { isUndo: true });

interface Setting {
  isUndo: boolean;
  takesBack?: boolean;
}

function setStatuses(ctx: Ctx, chosen: readonly ChosenStatus[], options: Setting): Promise<ChosenStatus[]> {
  return withContentChange(ctx, async (tx) => {
    const { changes, messages } = await storeAndTell(tx, chosen, options);
    await queueInBulk(tx, messages);
    return changes.map(undoStep);
  });
}

async function storeAndTell(tx: TxCtx, chosen: readonly ChosenStatus[], options: Setting) {
  const { changes, left } = await storeStatuses(tx, chosen, options);
  const messages = await statusMessages(tx, changes, { sendAt: undoEnds(tx), keepsPlace: options.isUndo });
  return { changes, left, messages };
}

export interface StatusesPreview {
  changed: number;
  /** How many would stay as they are, by the reason. */
  left: { reason: LeftReason; count: number }[];
  emails: number;
  sms: number;
  /** UGX of charges that are not due yet. Null for an account that may not keep fees. */
  notDue: number | null;
  /** By the price of earlier SMS. Null when none is known. */
  cost: SmsPrice | null;
}

/** Says what `changeStatuses` would send, by doing all of it but the commit. It refuses what that would refuse. */
export async function previewStatuses(ctx: Ctx, chosen: readonly ChosenStatus[]): Promise<StatusesPreview> {
  const { changes, left, messages } = await rolledBack(ctx, (tx) =>
    storeAndTell(tx, chosen, { isUndo: false }),
  );
  const numbers = messages.flatMap((message) => (message.channel === 'sms' ? [message.recipient] : []));
  const sms = await countSendable(ctx, numbers);
  const price = sms > 0 ? await averageSmsPrice(ctx) : null;
  const ended = changes.filter(({ from, to }) => hasSeat(from) && (to === 'rejected' || to === 'withdrawn'));
  return {
    notDue: mayKeepFees(ctx)
      ? await sumChargesNotDue(
          ctx,
          ended.map(({ id }) => id),
        )
      : null,
    changed: changes.length,
    left: [...Map.groupBy(left, (reason) => reason)].map(([reason, { length: count }]) => ({
      reason,
      count,
    })),
    emails: messages.length - numbers.length,
    sms,
    cost: price && { ...price, amount: price.amount * sms },
  };
}

const undoStep = ({ id, version, from }: ChosenRow & StatusChange): ChosenStatus => ({
  id,
  version: version + 1,
  status: from,
});

async function storeStatuses(
  tx: TxCtx,
  chosen: readonly ChosenStatus[],
  { isUndo, takesBack }: Setting,
): Promise<{ changes: (ChosenRow & StatusChange)[]; left: LeftReason[] }> {
  const wanted = new Map(chosen.map(({ id, status }) => [id, status]));
  const asked = (await lockChosen(tx, chosen))
    .map((row) => ({ ...row, from: row.status, to: wanted.get(row.id) ?? row.status }))
    .filter(({ from, to }) => from !== to);
  if (isUndo) await refuseUndo(tx, asked);
  const { changes, left } = isUndo ? { changes: asked, left: [] } : await splitSteps(tx, asked);
  const seats = listIntakes(changes.filter(({ from, to }) => hasSeat(to) && !hasSeat(from)));
  await lockSeats(tx, seats);
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
  await chargeForStatuses(tx, changes, { isUndo, takesBack });
  await recordSteps(tx, changes, now);
  await recordActivities(
    tx,
    changes.map((row) => registrationActivity('update', row)),
  );
  await queueEvents(
    tx,
    'registration.status_changed',
    changes.map(({ id, reference, to }) => ({ id, reference, status: to })),
  );
  return { changes, left };
}

const listIntakes = (rows: readonly ChosenRow[]): number[] => [
  ...new Set(rows.flatMap(({ intake }) => (intake === null ? [] : [intake]))),
];

export const removeRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setTrashed(ctx, chosen, true);

export const restoreRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setTrashed(ctx, chosen, false);

function setTrashed(
  ctx: Ctx,
  chosen: readonly ChosenRegistration[],
  isTrashed: boolean,
): Promise<ChosenRegistration[]> {
  return withContentChange(ctx, async (tx) => {
    const rows = await lockChosen(tx, chosen, { areTrashed: !isTrashed });
    if (isTrashed)
      await refuseWithMoney(
        tx,
        rows.map(({ id }) => id),
      );
    const seats = isTrashed ? [] : listIntakes(rows.filter(({ status }) => hasSeat(status)));
    await lockSeats(tx, seats);
    const now = tx.now();
    for (const batch of inBatches(rows)) {
      await tx.em.execute(
        'update registrations set deleted_at = ?, version = version + 1, updated_at = ? where id = any(?::int[])',
        [isTrashed ? now : null, now, `{${batch.map(({ id }) => id)}}`],
      );
    }
    await refuseBeyondSeats(tx, seats);
    const done = isTrashed ? 'delete' : 'restore';
    await recordActivities(
      tx,
      rows.map((row) => registrationActivity(done, row)),
    );
    return rows.map(({ id, version }) => ({ id, version: version + 1 }));
  });
}

interface StatusStep {
  id: number;
  note?: string | null | undefined;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

async function recordSteps(
  { em, actor }: Pick<TxCtx, 'em' | 'actor'>,
  steps: readonly StatusStep[],
  createdAt: Date,
): Promise<void> {
  for (const batch of inBatches(steps)) {
    const rows = batch.map(({ id, note = null, from, to }) => ({
      registration: id,
      account: actor?.id ?? null,
      userEmail: actor?.email ?? null,
      fromStatus: from,
      toStatus: to,
      note,
      createdAt,
    }));
    await em.insertMany(RegistrationChangeEntity, rows);
  }
}
