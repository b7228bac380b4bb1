import type { ChosenRegistration, ChosenStatus } from '@institute/contract';
import {
  isAgeAsked,
  isCompletedTooEarly,
  isSeatTaken,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError } from '../../../errors.ts';
import { bool, int, intOrNull, listIds, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { runAndRollBack, splitIntoBatches } from '../../../transaction.ts';
import { recordActivities } from '../../platform/activity/activity.service.ts';
import { queueMessagesInBulk } from '../../platform/outbox/outbox.service.ts';
import { readAverageSmsPrice } from '../../platform/outbox/outbox-list.service.ts';
import { countSendableSms } from '../../platform/outbox/sms/sms-limits.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import {
  chargeStatusChanges,
  listChargesNotDue,
  refuseDeletingWithMoney,
} from '../charges/charge.service.ts';
import { undoCharges } from '../charges/charge-undo.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { lockIntakes, refuseOverfullIntakes } from '../intakes/intake-seats.service.ts';
import { enteredAtSql } from './registration.entity.ts';
import { findUndoableSteps, type OfficeAnswers, splitSteps } from './registration-completion.service.ts';
import { computeUndoEnd, recordSteps } from './registration-decision.service.ts';
import { makeRegistrationActivity } from './registration-desk.service.ts';
import { makeStatusMessages, type StatusChange } from './registration-notice.service.ts';

const chosenRowColumns = {
  id: int,
  version: int,
  reference: text,
  status: z.enum(registrationStatuses),
  firstName: text,
  lastName: text,
  email: textOrNull,
  number: textOrNull,
  note: textOrNull,
  intake: intOrNull,
  isAgeUnknown: bool,
  isBeforeIntake: bool,
  deletedAt: textOrNull,
};
type ChosenRow = Row<typeof chosenRowColumns>;

/** Locks the rows. Refuses all of them when one has changed since the office read it. */
async function lockChosenRows(
  { em, now }: Pick<TxCtx, 'em' | 'now'>,
  chosen: readonly ChosenRegistration[],
  { areTrashed = false } = {},
): Promise<ChosenRow[]> {
  // Locks in the order of ids, so that two bulk actions cannot deadlock
  const rows = await readRows(em, chosenRowColumns)(
    `select id, version, reference, status, first_name as "firstName", last_name as "lastName", email,
       phone_international as number, note, intake_id as intake,
       date_of_birth is null as "isAgeUnknown", deleted_at as "deletedAt",
       exists (select from ${INTAKES_TABLE} where id = intake_id and starts_on > ?) as "isBeforeIntake"
     from registrations where id = any(?::int[]) order by id for update`,
    [toLocalDay(now()), `{${listIds(chosen)}}`],
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const changedRowDetails = chosen.flatMap(({ id, version }, place) => {
    const row = rowsById.get(id);
    const registrationName = row?.reference ?? `Registration ${id}`;
    const isInExpectedTrashState = row && (row.deletedAt !== null) === areTrashed;
    if (isInExpectedTrashState && row.version === version) return [];
    const whatHappenedText = isInExpectedTrashState
      ? 'changed'
      : areTrashed
        ? 'restored or erased'
        : 'deleted';
    return [
      {
        path: `rows.${place}`,
        message: `${registrationName} was ${whatHappenedText} by somebody else in the meantime`,
      },
    ];
  });
  if (changedRowDetails.length === 0) return rows;
  const changedSummary = `${changedRowDetails.length} of ${chosen.length} registrations were changed by somebody else in the meantime`;
  const message = `${changedRowDetails.length === 1 ? changedRowDetails[0]?.message : changedSummary}. Nothing was changed.`;
  throw new AppError('PRECONDITION_FAILED', message, { details: changedRowDetails });
}

/**
 * Changes statuses and tells the applicants. Refuses all rows when seats are too few. Leaves out rows that cannot
 * have the status, and applicants of unknown age unless the office confirmed them. Returns the changed rows with
 * their earlier status, for `undoStatuses`.
 */
export const changeStatuses = (ctx: Ctx, chosen: readonly ChosenStatus[], answers: OfficeAnswers = {}) =>
  setStatuses(ctx, chosen, { isUndo: false, ...answers });

/**
 * Undoes a change of statuses with its charges and reversals, and restores the places on the waiting list.
 * Applicants who got no message about the change get none about the undo.
 */
export const undoStatuses = (ctx: Ctx, chosen: readonly ChosenStatus[]): Promise<ChosenStatus[]> =>
  setStatuses(ctx, chosen, { isUndo: true });

interface StatusSetting extends OfficeAnswers {
  isUndo: boolean;
}

function setStatuses(
  ctx: Ctx,
  chosen: readonly ChosenStatus[],
  options: StatusSetting,
): Promise<ChosenStatus[]> {
  return withContentChange(ctx, async (tx) => {
    const { changes, messages } = await storeStatusesAndMakeMessages(tx, chosen, options);
    await queueMessagesInBulk(tx, messages);
    return changes.map(toStatusForUndo);
  });
}

async function storeStatusesAndMakeMessages(
  tx: TxCtx,
  chosen: readonly ChosenStatus[],
  options: StatusSetting,
) {
  const { asked, changes, left } = await storeStatuses(tx, chosen, options);
  const statusMessages = await makeStatusMessages(tx, changes, {
    sendAt: computeUndoEnd(tx),
    keepsPlace: options.isUndo,
  });
  return { asked, changes, left, messages: statusMessages };
}

/** Previews what `changeStatuses` would send: makes the change and rolls it back. Refuses for the same reasons. */
export async function previewStatuses(
  ctx: Ctx,
  chosen: readonly ChosenStatus[],
  answers: OfficeAnswers = {},
) {
  const { asked, changes, left, messages } = await runAndRollBack(ctx, (tx) =>
    storeStatusesAndMakeMessages(tx, chosen, { isUndo: false, ...answers }),
  );
  const smsRecipients = messages.flatMap((message) => (message.channel === 'sms' ? [message.recipient] : []));
  const smsCount = await countSendableSms(ctx, smsRecipients);
  const averageSmsPrice = smsCount > 0 ? await readAverageSmsPrice(ctx) : null;
  const seatEndingChanges = changes.filter(
    ({ from, to }) => isSeatTaken(from) && (to === 'rejected' || to === 'withdrawn'),
  );
  const chargesNotDue = await listChargesNotDue(ctx, listIds(seatEndingChanges));
  const mayDecideCharges = hasRight(ctx, 'fees');
  return {
    notDue: mayDecideCharges ? chargesNotDue : [],
    /** True when an account with the right to fees has to decide about charges that are not due. */
    waitsForDecision: !mayDecideCharges && chargesNotDue.length > 0,
    changed: changes.length,
    /** The registrations that become accepted. The office reads what documents they lack. */
    accepted: listIds(changes.filter(({ to }) => to === 'accepted')),
    left: [...Map.groupBy(left, ({ reason }) => reason)].map(([reason, { length: count }]) => ({
      reason,
      count,
    })),
    agesUnknown: asked.filter(isAgeAsked).map(nameApplicant),
    notBegun: asked.filter((row) => row.from === 'accepted' && isCompletedTooEarly(row)).map(nameApplicant),
    emails: messages.length - smsRecipients.length,
    sms: smsCount,
    cost: averageSmsPrice && { ...averageSmsPrice, amount: averageSmsPrice.amount * smsCount },
  };
}

const nameApplicant = ({ firstName, lastName }: ChosenRow) => `${firstName} ${lastName}`;

const toStatusForUndo = ({ id, version, from }: ChosenRow & StatusChange): ChosenStatus => ({
  id,
  version: version + 1,
  status: from,
});

async function storeStatuses(
  tx: TxCtx,
  chosen: readonly ChosenStatus[],
  { isUndo, ...answers }: StatusSetting,
) {
  const wantedStatuses = new Map(chosen.map(({ id, status }) => [id, status]));
  const changeableRows = (await lockChosenRows(tx, chosen))
    .map((row) => ({ ...row, from: row.status, to: wantedStatuses.get(row.id) ?? row.status }))
    .filter(({ from, to }) => from !== to);
  const stepsToUndo = isUndo ? await findUndoableSteps(tx, changeableRows) : null;
  const { changes, left } = stepsToUndo
    ? { changes: changeableRows, left: [] }
    : await splitSteps(tx, changeableRows, answers);
  const intakesWithTakenSeats = listIntakeIds(
    changes.filter(({ from, to }) => isSeatTaken(to) && !isSeatTaken(from)),
  );
  await lockIntakes(tx, intakesWithTakenSeats);
  const waitingSinceSql = isUndo ? `coalesce(${enteredAtSql('waiting')}, ?::timestamptz)` : '?::timestamptz';
  const now = tx.now();
  for (const batch of splitIntoBatches(changes)) {
    await tx.em.execute(
      `update registrations set status = change.status, version = version + 1, updated_at = ?,
         waiting_since = case when change.status = 'waiting' then ${waitingSinceSql} end
       from unnest(?::int[], ?::text[]) as change (id, status) where registrations.id = change.id`,
      [now, now, `{${listIds(batch)}}`, `{${batch.map(({ to }) => to)}}`],
    );
  }
  await refuseOverfullIntakes(tx, intakesWithTakenSeats);
  const writtenCharges = stepsToUndo
    ? await undoCharges(tx, stepsToUndo)
    : await chargeStatusChanges(tx, changes, answers);
  await recordSteps(tx, changes, { charges: writtenCharges, createdAt: now });
  await recordActivities(
    tx,
    changes.map((row) => makeRegistrationActivity('update', row)),
  );
  await queueEvents(
    tx,
    'registration.status_changed',
    changes.map(({ id, reference, to }) => ({ id, reference, status: to })),
  );
  return { asked: changeableRows, changes, left };
}

const listIntakeIds = (rows: readonly ChosenRow[]): number[] => [
  ...new Set(rows.flatMap(({ intake }) => (intake === null ? [] : [intake]))),
];

export const removeRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setRegistrationsTrashed(ctx, chosen, true);

export const restoreRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setRegistrationsTrashed(ctx, chosen, false);

function setRegistrationsTrashed(ctx: Ctx, chosen: readonly ChosenRegistration[], isTrashed: boolean) {
  return withContentChange(ctx, async (tx) => {
    const rows = await lockChosenRows(tx, chosen, { areTrashed: !isTrashed });
    if (isTrashed) await refuseDeletingWithMoney(tx, listIds(rows));
    const seatIntakes = isTrashed ? [] : listIntakeIds(rows.filter(({ status }) => isSeatTaken(status)));
    await lockIntakes(tx, seatIntakes);
    const now = tx.now();
    for (const batch of splitIntoBatches(rows)) {
      await tx.em.execute(
        'update registrations set deleted_at = ?, version = version + 1, updated_at = ? where id = any(?::int[])',
        [isTrashed ? now : null, now, `{${listIds(batch)}}`],
      );
    }
    await refuseOverfullIntakes(tx, seatIntakes);
    const activityType = isTrashed ? 'delete' : 'restore';
    await recordActivities(
      tx,
      rows.map((row) => makeRegistrationActivity(activityType, row)),
    );
    return rows.map(({ id, version }) => ({ id, version: version + 1 }));
  });
}
