import type { ChosenRegistration, ChosenStatus } from '@institute/contract';
import {
  hasSeat,
  isAgeAsked,
  isTooEarly,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError } from '../../../errors.ts';
import { bool, int, intOrNull, listIds, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { runRolledBack, splitIntoBatches } from '../../../transaction.ts';
import { recordActivities } from '../../platform/activity/activity.service.ts';
import { queueInBulk } from '../../platform/outbox/outbox.service.ts';
import { averageSmsPrice } from '../../platform/outbox/outbox-list.service.ts';
import { countSendable } from '../../platform/outbox/sms/sms-limits.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import { chargeStatusChanges, listChargesNotDue, refuseWithMoney } from '../charges/charge.service.ts';
import { undoCharges } from '../charges/charge-undo.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { lockSeats, refuseBeyondSeats } from '../intakes/intake-seats.service.ts';
import { enteredAtSql } from './registration.entity.ts';
import { type Answers, findUndoable, splitSteps } from './registration-completion.service.ts';
import { recordSteps, undoEnds } from './registration-decision.service.ts';
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

/** Refuses all rows when one has changed since the office read it. */
async function lockChosen(
  { em, now }: Pick<TxCtx, 'em' | 'now'>,
  chosen: readonly ChosenRegistration[],
  { areTrashed = false } = {},
): Promise<ChosenRow[]> {
  // Locked in the order of ids, so that two bulk actions cannot deadlock
  const rows = await readRows(em, chosenRowColumns)(
    `select id, version, reference, status, first_name as "firstName", last_name as "lastName", email,
       phone_international as number, note, intake_id as intake,
       date_of_birth is null as "isAgeUnknown", deleted_at as "deletedAt",
       exists (select from ${INTAKES_TABLE} where id = intake_id and starts_on > ?) as "isBeforeIntake"
     from registrations where id = any(?::int[]) order by id for update`,
    [toLocalDay(now()), `{${listIds(chosen)}}`],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const details = chosen.flatMap(({ id, version }, place) => {
    const row = byId.get(id);
    const name = row?.reference ?? `Registration ${id}`;
    const isInExpectedState = row && (row.deletedAt !== null) === areTrashed;
    if (isInExpectedState && row.version === version) return [];
    const changeText = isInExpectedState ? 'changed' : areTrashed ? 'restored or erased' : 'deleted';
    return [{ path: `rows.${place}`, message: `${name} was ${changeText} by somebody else in the meantime` }];
  });
  if (details.length === 0) return rows;
  const many = `${details.length} of ${chosen.length} registrations were changed by somebody else in the meantime`;
  const message = `${details.length === 1 ? details[0]?.message : many}. Nothing was changed.`;
  throw new AppError('PRECONDITION_FAILED', message, { details });
}

/**
 * Tells the applicants. Refuses all rows when there are too few seats. Leaves those that cannot have the
 * status, and accepts unknown ages only when the office confirmed them. Returns the changed rows with their
 * earlier status, for `undoStatuses`.
 */
export const changeStatuses = (ctx: Ctx, chosen: readonly ChosenStatus[], answers: Answers = {}) =>
  setStatuses(ctx, chosen, { isUndo: false, ...answers });

/**
 * Restores the former places on the waiting list, and undoes the charges and reversals of the change. Applicants who
 * got no message about the change get none about its undo.
 */
export const undoStatuses = (ctx: Ctx, chosen: readonly ChosenStatus[]): Promise<ChosenStatus[]> =>
  setStatuses(ctx, chosen, { isUndo: true });

interface Setting extends Answers {
  isUndo: boolean;
}

function setStatuses(ctx: Ctx, chosen: readonly ChosenStatus[], options: Setting): Promise<ChosenStatus[]> {
  return withContentChange(ctx, async (tx) => {
    const { changes, messages } = await storeAndTell(tx, chosen, options);
    await queueInBulk(tx, messages);
    return changes.map(undoStep);
  });
}

async function storeAndTell(tx: TxCtx, chosen: readonly ChosenStatus[], options: Setting) {
  const { asked, changes, left } = await storeStatuses(tx, chosen, options);
  const messages = await makeStatusMessages(tx, changes, {
    sendAt: undoEnds(tx),
    keepsPlace: options.isUndo,
  });
  return { asked, changes, left, messages };
}

/** Says what `changeStatuses` would send, by doing all of it but the commit. It refuses what that would refuse. */
export async function previewStatuses(ctx: Ctx, chosen: readonly ChosenStatus[], answers: Answers = {}) {
  const { asked, changes, left, messages } = await runRolledBack(ctx, (tx) =>
    storeAndTell(tx, chosen, { isUndo: false, ...answers }),
  );
  const numbers = messages.flatMap((message) => (message.channel === 'sms' ? [message.recipient] : []));
  const sms = await countSendable(ctx, numbers);
  const price = sms > 0 ? await averageSmsPrice(ctx) : null;
  const ended = changes.filter(({ from, to }) => hasSeat(from) && (to === 'rejected' || to === 'withdrawn'));
  const notDue = await listChargesNotDue(ctx, listIds(ended));
  const mayDecide = hasRight(ctx, 'fees');
  return {
    notDue: mayDecide ? notDue : [],
    /** Somebody else decides what becomes of what is not due. */
    waitsForDecision: !mayDecide && notDue.length > 0,
    changed: changes.length,
    left: [...Map.groupBy(left, ({ reason }) => reason)].map(([reason, { length: count }]) => ({
      reason,
      count,
    })),
    agesUnknown: asked.filter(isAgeAsked).map(nameRow),
    notBegun: asked.filter((row) => row.from === 'accepted' && isTooEarly(row)).map(nameRow),
    emails: messages.length - numbers.length,
    sms,
    cost: price && { ...price, amount: price.amount * sms },
  };
}

const nameRow = ({ firstName, lastName }: ChosenRow) => `${firstName} ${lastName}`;

const undoStep = ({ id, version, from }: ChosenRow & StatusChange): ChosenStatus => ({
  id,
  version: version + 1,
  status: from,
});

async function storeStatuses(tx: TxCtx, chosen: readonly ChosenStatus[], { isUndo, ...answers }: Setting) {
  const wanted = new Map(chosen.map(({ id, status }) => [id, status]));
  const changeable = (await lockChosen(tx, chosen))
    .map((row) => ({ ...row, from: row.status, to: wanted.get(row.id) ?? row.status }))
    .filter(({ from, to }) => from !== to);
  const undone = isUndo ? await findUndoable(tx, changeable) : null;
  const { changes, left } = undone
    ? { changes: changeable, left: [] }
    : await splitSteps(tx, changeable, answers);
  const seats = listIntakes(changes.filter(({ from, to }) => hasSeat(to) && !hasSeat(from)));
  await lockSeats(tx, seats);
  const waitsSince = isUndo ? `coalesce(${enteredAtSql('waiting')}, ?::timestamptz)` : '?::timestamptz';
  const now = tx.now();
  for (const batch of splitIntoBatches(changes)) {
    await tx.em.execute(
      `update registrations set status = change.status, version = version + 1, updated_at = ?,
         waiting_since = case when change.status = 'waiting' then ${waitsSince} end
       from unnest(?::int[], ?::text[]) as change (id, status) where registrations.id = change.id`,
      [now, now, `{${listIds(batch)}}`, `{${batch.map(({ to }) => to)}}`],
    );
  }
  await refuseBeyondSeats(tx, seats);
  const charges = undone ? await undoCharges(tx, undone) : await chargeStatusChanges(tx, changes, answers);
  await recordSteps(tx, changes, { charges, createdAt: now });
  await recordActivities(
    tx,
    changes.map((row) => makeRegistrationActivity('update', row)),
  );
  await queueEvents(
    tx,
    'registration.status_changed',
    changes.map(({ id, reference, to }) => ({ id, reference, status: to })),
  );
  return { asked: changeable, changes, left };
}

const listIntakes = (rows: readonly ChosenRow[]): number[] => [
  ...new Set(rows.flatMap(({ intake }) => (intake === null ? [] : [intake]))),
];

export const removeRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setTrashed(ctx, chosen, true);

export const restoreRegistrations = (ctx: Ctx, chosen: readonly ChosenRegistration[]) =>
  setTrashed(ctx, chosen, false);

function setTrashed(ctx: Ctx, chosen: readonly ChosenRegistration[], isTrashed: boolean) {
  return withContentChange(ctx, async (tx) => {
    const rows = await lockChosen(tx, chosen, { areTrashed: !isTrashed });
    if (isTrashed) await refuseWithMoney(tx, listIds(rows));
    const seats = isTrashed ? [] : listIntakes(rows.filter(({ status }) => hasSeat(status)));
    await lockSeats(tx, seats);
    const now = tx.now();
    for (const batch of splitIntoBatches(rows)) {
      await tx.em.execute(
        'update registrations set deleted_at = ?, version = version + 1, updated_at = ? where id = any(?::int[])',
        [isTrashed ? now : null, now, `{${listIds(batch)}}`],
      );
    }
    await refuseBeyondSeats(tx, seats);
    const done = isTrashed ? 'delete' : 'restore';
    await recordActivities(
      tx,
      rows.map((row) => makeRegistrationActivity(done, row)),
    );
    return rows.map(({ id, version }) => ({ id, version: version + 1 }));
  });
}
