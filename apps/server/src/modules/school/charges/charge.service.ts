// Writes charges when the status, the course or the start changes. A stored charge is never changed or deleted,
// only reversed. An account without the right to fees never lowers what is due.
import { countPeople } from '@institute/contract/count-items';
import {
  type DueInstalment,
  listDueInstalments,
  sumInstalments,
} from '@institute/contract/instalments.constants';
import { formatLocalMoney } from '@institute/contract/money';
import {
  type CourseDifference,
  isSeatTaken,
  type RegistrationStatus,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { timeZone, toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import { hasRight, refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { bool, int, intOrNull, listIds, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { ChargeEntity, type ChargeRow, notReversedSql } from './charge.entity.ts';
import { noteLowDebts } from './control-note.service.ts';
import { type ChargeCtx, changeDebts, type DebtTx } from './debt-change.service.ts';
import { deleteUndecidedLeavers, postponeDecisions } from './leaver.service.ts';

interface ChangedStatus {
  id: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

interface StatusChangeOptions {
  /** Whether charges of leavers that are not due yet are reversed. Without an answer they wait for a decision. */
  reversesCharges?: boolean | undefined;
}

const writtenChargeColumns = { id: int, registrationId: int };
export type WrittenCharge = Row<typeof writtenChargeColumns>;
const returningSql = 'returning id, registration_id as "registrationId"';

const chargedInstalmentSql = `charges.kind = 'instalment' and ${notReversedSql}`;
/** Reason of reversals for people who lost their seat. */
export const lostSeatReason = 'Not accepted any more';
export const leftEarlyReason = 'Left before it was due';
const notYetDueSql = `charges.amount > 0 and charges.due_on > ?::date and ${notReversedSql}`;
const instalmentNotYetDueSql = `charges.kind = 'instalment' and ${notYetDueSql}`;

/**
 * Writes the charges that changes of status need. Call it in the transaction of the changes, with the
 * registrations locked. An acceptance writes the missing instalments. When somebody leaves, only accounts with the
 * right `fees` decide about the charges; after a change by others the charges stay until somebody decides. Returns
 * the written charges, which the undo of the step needs.
 */
export async function chargeStatusChanges(
  tx: ChargeCtx,
  changes: readonly ChangedStatus[],
  { reversesCharges }: StatusChangeOptions = {},
): Promise<WrittenCharge[]> {
  const acceptedIds = listIds(changes.filter(({ from, to }) => isSeatTaken(to) && !isSeatTaken(from)));
  const seatLosingChanges = changes.filter(({ from, to }) => isSeatTaken(from) && !isSeatTaken(to));
  const mayDecideCharges = hasRight(tx, 'fees');
  const isEndingChange = ({ to }: ChangedStatus) => to === 'rejected' || to === 'withdrawn';
  const isDecidedChange = (change: ChangedStatus) =>
    mayDecideCharges && (!isEndingChange(change) || reversesCharges !== undefined);
  const decidedChanges = seatLosingChanges.filter(isDecidedChange);
  const seatLosses = decidedChanges.filter((change) => !isEndingChange(change));
  const endingChanges = reversesCharges ? decidedChanges.filter(isEndingChange) : [];
  // A change of status never removes charges that are due
  const dueDayValues = [toLocalDay(tx.now())];
  const instalmentReversal = { where: instalmentNotYetDueSql, values: dueDayValues, reason: lostSeatReason };
  const fullReversal = { where: notYetDueSql, values: dueDayValues, reason: leftEarlyReason };
  await postponeDecisions(tx, listIds(seatLosingChanges.filter((change) => !isDecidedChange(change))));
  await deleteUndecidedLeavers(tx, listIds(decidedChanges));
  const writtenCharges = await changeDebts(tx, listIds(changes), 'status', async (debts) => [
    ...(await writeInstalments(debts, acceptedIds)),
    ...(await reverseCharges(debts, listIds(seatLosses), instalmentReversal)),
    ...(await reverseCharges(debts, listIds(endingChanges), fullReversal)),
  ]);
  await noteLowDebts(tx, 'Accepted', acceptedIds);
  return writtenCharges;
}

interface CourseChange {
  isOtherProgram: boolean;
  difference?: CourseDifference | undefined;
}

/**
 * Rewrites the charges of somebody with a seat who changes the intake or the program. *Control* gets a note when
 * the person owes less than the price, unless program and sum stay the same.
 */
export async function chargeForCourse(
  tx: ChargeCtx,
  id: number,
  { isOtherProgram, difference }: CourseChange,
) {
  const termsBefore = await readCourseTerms(tx, [id]);
  await rewriteInstalments(tx, id, difference);
  const [termsNow] = await readCourseTerms(tx, [id]);
  if (isOtherProgram || termsNow?.charged !== termsBefore[0]?.charged)
    await noteLowDebts(tx, 'Another course', [id]);
}

/**
 * Reverses the instalments that are not due and writes them again. Does nothing for imported people, who were
 * never accepted here and owe only an opening balance. When more is due already than the course costs, the office
 * is asked for `difference`.
 */
async function rewriteInstalments(tx: ChargeCtx, id: number, difference: CourseDifference | undefined) {
  const statusesWithSeat = registrationStatuses.filter(isSeatTaken);
  const acceptanceTraces = await readRows(tx.em, {})(
    `select from charges where registration_id = ? and kind = 'instalment'
     union all select from registration_changes where registration_id = ?
       and from_status <> to_status and to_status = any(?::text[]) limit 1`,
    [id, id, `{${statusesWithSeat}}`],
  );
  if (acceptanceTraces.length === 0) return;
  const reversalReason = 'Another intake';
  await changeDebts(tx, [id], 'course', async (debts) => {
    await reverseCharges(debts, [id], {
      where: instalmentNotYetDueSql,
      values: [toLocalDay(tx.now())],
      reason: reversalReason,
    });
    const overcharge = (await readCourseTerms(tx, [id])).reduce(
      (sum, { due, charged }) => sum + charged - sumInstalments(due),
      0,
    );
    // Only accounts with the right to fees are asked, because others may not lower what is due
    if (overcharge > 0 && !difference && hasRight(tx, 'fees')) throw makeDifferenceQuestion(overcharge);
    if (overcharge > 0 && difference === 'reverse')
      await reverseCharges(debts, [id], { where: chargedInstalmentSql, reason: reversalReason });
    await writeInstalments(debts, [id]);
  });
}

function makeDifferenceQuestion(above: number): AppError {
  const message = `${formatLocalMoney(above)} more is due already than this course costs`;
  return new AppError('CONFLICT', message, { details: [{ path: 'difference', message }] });
}

/** SQL condition: instalments of the people of an intake. */
const instalmentOfIntakeSql = `${chargedInstalmentSql} and registration_id in (
    select id from registrations where intake_id = ? and status = 'accepted' and deleted_at is null)`;
/** SQL condition: instalments of the intake that a new start moves. Those due on acceptance have no `due_days`. */
const movedInstalmentSql = `${instalmentOfIntakeSql} and due_on <> ?::date + due_days`;

const listPeopleWithMovedDues = ({ em }: Pick<Ctx, 'em'>, intake: number, start: string) =>
  readRows(em, { id: int })(
    `select distinct registration_id as id from charges where ${movedInstalmentSql} order by 1`,
    [intake, start],
  );

interface PlannedIntakeStart {
  intakeId: number;
  /** First day of the intake, `yyyy-mm-dd`. */
  startsOn: string;
}

const dueDayPlanColumns = { label: text, from: textOrNull, to: textOrNull, isKnown: bool, people: int };

/**
 * Plans what `moveDueDays` would do with another start, without amounts. `people` counts those with days that
 * move. Each instalment moves `from` a day `to` another, or stays when both are the same. Both are null for
 * instalments due on acceptance. `isKnown` is false when a day stays because its rule is unknown.
 */
export async function planMovedDueDays(ctx: Pick<Ctx, 'em'>, { intakeId, startsOn }: PlannedIntakeStart) {
  const plannedInstalments = await readRows(ctx.em, dueDayPlanColumns)(
    `select label, due_on::text as "from", coalesce(moved_to, due_on)::text as "to",
       due_on is null or moved_to is not null as "isKnown", count(distinct registration_id)::int as people
     from (
       select registration_id, label, ?::date + due_days as moved_to, case
         when due_days is not null or due_on <> (created_at at time zone '${timeZone}')::date then due_on end as due_on
       from charges where ${instalmentOfIntakeSql}
     ) as instalments group by label, due_on, moved_to order by due_on nulls first, label, moved_to`,
    [startsOn, intakeId],
  );
  return {
    people: (await listPeopleWithMovedDues(ctx, intakeId, startsOn)).length,
    instalments: plannedInstalments,
  };
}

/**
 * Reverses the instalments of an intake that starts on another day, and writes them again with new due days.
 * Charges that are due on acceptance do not change.
 */
export async function moveDueDays(tx: TxCtx, intake: number, { from, to }: { from: string; to: string }) {
  if (from === to) return;
  refuseWithoutRight(tx, 'fees');
  const peopleWithMovedDues = await listPeopleWithMovedDues(tx, intake, to);
  if (peopleWithMovedDues.length === 0) return;
  const recordedValues = ['Another start', tx.actor?.email ?? null, tx.now()];
  await changeDebts(tx, listIds(peopleWithMovedDues), 'office', ({ em }) =>
    readRows(em, writtenChargeColumns)(
      `with moved as (select * from charges where ${movedInstalmentSql}), reversed as (
       insert into charges (registration_id, kind, label, amount, due_on, reason, reverses, recorded_by, created_at)
       select registration_id, 'reversal', label, -amount, due_on, ?, id, ?, ? from moved order by id returning *)
     insert into charges (registration_id, kind, label, amount, due_on, due_days, reason, recorded_by, created_at)
     select moved.registration_id, 'instalment', moved.label, moved.amount, ?::date + moved.due_days, moved.due_days,
       reversed.reason, reversed.recorded_by, reversed.created_at
     from reversed join moved on moved.id = reversed.reverses order by moved.id ${returningSql}`,
      [intake, to, ...recordedValues, to],
    ),
  );
  const description = `Moved the due days of ${countPeople(peopleWithMovedDues.length)} with the start, from ${from} to ${to}`;
  await recordActivity(tx, { type: 'update', entityType: 'intake', entityId: intake, description });
}

/** Only owners delete registrations with charges or money. */
export async function refuseDeletingWithMoney(
  { em, actor }: Pick<Ctx, 'em' | 'actor'>,
  registrations: readonly number[],
): Promise<void> {
  if (actor?.isOwner) return;
  const [registrationWithMoney] = await readRows(em, { reference: text })(
    `select reference from registrations where id = any(?::int[]) and (
       exists (select from charges where registration_id = registrations.id)
       or exists (select from fee_parts where registration_id = registrations.id)) order by id limit 1`,
    [`{${registrations}}`],
  );
  if (!registrationWithMoney) return;
  throw new AppError('FORBIDDEN', `${registrationWithMoney.reference} has fees. Only an owner may delete it`);
}

/** Sums the charges that `reversesCharges` would reverse for these people, by due day. */
export const listChargesNotDue = (
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  registrations: readonly number[],
): Promise<{ dueOn: string; amount: number }[]> =>
  readRows(em, { dueOn: text, amount: int })(
    `select due_on::text as "dueOn", sum(amount)::float8 as amount from charges
     where registration_id = any(?::int[]) and ${notYetDueSql} group by due_on order by due_on`,
    [`{${registrations}}`, toLocalDay(now())],
  );

export async function insertCharge(
  { em, actor, now }: DebtTx,
  charge: Pick<ChargeRow, 'registrationId' | 'kind' | 'label' | 'amount' | 'dueOn' | 'reason'>,
): Promise<{ id: number }> {
  const chargeFields = { ...charge, recordedBy: actor?.email ?? null, createdAt: now() };
  return { id: await em.insert(ChargeEntity, chargeFields) };
}

interface ChargeReversal {
  /** SQL condition of the charges to reverse. `values` are those of the condition. */
  where: string;
  values?: readonly unknown[];
  reason: string;
}

export async function reverseCharges(
  { em, actor, now }: DebtTx,
  registrations: readonly number[],
  { where, values = [], reason }: ChargeReversal,
): Promise<WrittenCharge[]> {
  if (registrations.length === 0) return [];
  return readRows(em, writtenChargeColumns)(
    `insert into charges (registration_id, kind, label, amount, due_on, reason, reverses, recorded_by, created_at)
     select registration_id, 'reversal', label, -amount, due_on, ?, id, ?, ? from charges
     where registration_id = any(?::int[]) and ${where} order by id ${returningSql}`,
    [reason, actor?.email ?? null, now(), `{${registrations}}`, ...values],
  );
}

/** Writes the charges again that these reversals have reversed. */
export const rewriteReversedCharges = (
  { em, actor, now }: DebtTx,
  reversals: readonly number[],
): Promise<WrittenCharge[]> =>
  readRows(em, writtenChargeColumns)(
    `insert into charges (registration_id, kind, label, amount, due_on, due_days, reason, recorded_by, created_at)
     select registration_id, kind, label, amount, due_on, due_days, reason, ?, ? from charges
     where id in (select reverses from charges where id = any(?::int[])) order by id ${returningSql}`,
    [actor?.email ?? null, now(), `{${reversals}}`],
  );

const instalments = z.array(z.object({ label: text, amount: int, dueDays: intOrNull }));
const courseTermColumns = {
  id: int,
  price: z.number(),
  program: instalments,
  intake: instalments.nullable(),
  startsOn: textOrNull,
  charged: int,
};

async function readCourseTerms(tx: Pick<Ctx, 'em' | 'now'>, registrations: readonly number[]) {
  const rows = await readRows(tx.em, courseTermColumns)(
    `select registrations.id, ${PROGRAMS_TABLE}.price::float8 as price, ${PROGRAMS_TABLE}.instalments as program,
       ${INTAKES_TABLE}.instalments as intake, coalesce(${INTAKES_TABLE}.starts_on, start_date)::text as "startsOn",
       (select coalesce(sum(amount), 0)::float8 from charges
        where registration_id = registrations.id and ${chargedInstalmentSql}) as charged
     from registrations join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = registrations.program_id
     left join ${INTAKES_TABLE} on ${INTAKES_TABLE}.id = registrations.intake_id
     where registrations.id = any(?::int[]) order by registrations.id`,
    [`{${registrations}}`],
  );
  const acceptedOn = toLocalDay(tx.now());
  return rows.map(({ id, price, program, intake, startsOn, charged }) => {
    const courseTerms = { price, program, intake: intake ?? [] };
    return { id, charged, due: listDueInstalments(courseTerms, { startsOn, acceptedOn }) };
  });
}

/** Returns what an acceptance would charge. Null when the account may not read the amount. */
export async function sumUnchargedInstalments(ctx: Pick<Ctx, 'em' | 'now' | 'actor'>, id: number) {
  const missingInstalments = (await readCourseTerms(ctx, [id])).flatMap(({ due, charged }) =>
    subtractChargedAmount(due, charged),
  );
  const missingAmount = sumInstalments(missingInstalments);
  return missingAmount === 0 || hasRight(ctx, 'fees') ? missingAmount : null;
}

export async function writeInstalments(
  tx: DebtTx,
  registrations: readonly number[],
): Promise<WrittenCharge[]> {
  if (registrations.length === 0) return [];
  const rows = (await readCourseTerms(tx, registrations)).flatMap(({ id, due, charged }) => {
    const chargeFields = { registrationId: id, kind: 'instalment' as const };
    return subtractChargedAmount(due, charged).map((instalment) => ({ ...instalment, ...chargeFields }));
  });
  return insertCharges(tx, rows);
}

type DueDaysRule = Partial<Pick<ChargeRow, 'dueDays'>>;

export async function insertCharges(
  { em, actor, now }: DebtTx,
  charges: readonly (Pick<ChargeRow, 'registrationId' | 'kind' | 'label' | 'amount' | 'dueOn'> &
    DueDaysRule)[],
): Promise<WrittenCharge[]> {
  const writtenCharges: WrittenCharge[] = [];
  for (const batch of splitIntoBatches(charges)) {
    const rows = await readRows(em, writtenChargeColumns)(
      `insert into charges (registration_id, kind, label, amount, due_on, due_days, recorded_by, created_at)
       select "registrationId", kind, label, amount, "dueOn", "dueDays", ?, ?
       from jsonb_to_recordset(?::jsonb)
         as given ("registrationId" int, kind text, label text, amount int, "dueOn" date, "dueDays" int)
       ${returningSql}`,
      [actor?.email ?? null, now(), JSON.stringify(batch)],
    );
    writtenCharges.push(...rows);
  }
  return writtenCharges;
}

/** Returns the instalments without their first `charged` UGX, which are charged already. */
export function subtractChargedAmount<Instalment extends Pick<DueInstalment, 'amount' | 'dueOn'>>(
  instalments: readonly Instalment[],
  charged: number,
): Instalment[] {
  let chargedAmountLeft = charged;
  return instalments
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
    .flatMap((instalment) => {
      const unchargedAmount = Math.max(0, instalment.amount - chargedAmountLeft);
      chargedAmountLeft = Math.max(0, chargedAmountLeft - instalment.amount);
      return unchargedAmount > 0 ? [{ ...instalment, amount: unchargedAmount }] : [];
    });
}

/** Erases labels and reasons that the office wrote. Labels of instalments stay: they are of the program. */
export const eraseChargeTexts = async (
  { em }: Pick<TxCtx, 'em'>,
  registrations: readonly number[],
): Promise<void> =>
  void (await em.execute(
    `update charges set label = case when kind = 'instalment' then label else '' end, reason = null
     where registration_id = any(?::int[]) and (kind <> 'instalment' or reason is not null)`,
    [`{${registrations}}`],
  ));
