// A change of status, course or start comes in and the charges that it writes go out: never is a stored charge
// changed or removed, only reversed, and never does an account without the right to fees lower what is due.
import { countPeople } from '@institute/contract/count-items';
import {
  type DueInstalment,
  listDueInstalments,
  sumInstalments,
} from '@institute/contract/instalments.constants';
import { formatLocalMoney } from '@institute/contract/money';
import {
  type CourseDifference,
  hasSeat,
  type RegistrationStatus,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { timeZone, toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import { hasRight, refuseUnless } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { bool, int, intOrNull, listIds, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { ChargeEntity, type ChargeRow, notReversedSql } from './charge.entity.ts';
import { notePlaces } from './control-note.service.ts';
import { type ChargeCtx, changeDebts, type DebtTx } from './debt-change.service.ts';
import { deleteUndecidedLeavers, postponeDecisions } from './leaver.service.ts';

interface Change {
  id: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

interface Options {
  /** Whether what is not due yet of somebody who leaves is taken back. Without an answer it waits for one. */
  reversesCharges?: boolean | undefined;
}

const writtenColumns = { id: int, registrationId: int };
export type WrittenCharge = Row<typeof writtenColumns>;
const returningSql = 'returning id, registration_id as "registrationId"';

const chargedInstalmentSql = `charges.kind = 'instalment' and ${notReversedSql}`;
/** Why charges of somebody are reversed who has no seat any more. */
export const notAcceptedReason = 'Not accepted any more';
export const leftReason = 'Left before it was due';
const notYetDueSql = `charges.amount > 0 and charges.due_on > ?::date and ${notReversedSql}`;
const instalmentNotYetDueSql = `charges.kind = 'instalment' and ${notYetDueSql}`;

/**
 * Keeps the charges in step with the statuses. Call it in their transaction, with the registrations locked.
 * An acceptance writes the instalments that are missing. When somebody leaves, only accounts with the right `fees`
 * decide what becomes of the charges; after a change by others the charges stay until then. What is returned
 * belongs to the step, for its undo.
 */
export async function chargeStatusChanges(
  tx: ChargeCtx,
  changes: readonly Change[],
  { reversesCharges }: Options = {},
): Promise<WrittenCharge[]> {
  const accepted = listIds(changes.filter(({ from, to }) => hasSeat(to) && !hasSeat(from)));
  const leavers = changes.filter(({ from, to }) => hasSeat(from) && !hasSeat(to));
  const mayDecide = hasRight(tx, 'fees');
  const isEnded = ({ to }: Change) => to === 'rejected' || to === 'withdrawn';
  const isDecided = (change: Change) => mayDecide && (!isEnded(change) || reversesCharges !== undefined);
  const decided = leavers.filter(isDecided);
  const undecided = decided.filter((change) => !isEnded(change));
  const ended = reversesCharges ? decided.filter(isEnded) : [];
  // A change of status never removes charges that are due
  const values = [toLocalDay(tx.now())];
  const instalmentsNotDue = { where: instalmentNotYetDueSql, values, reason: notAcceptedReason };
  const allNotDue = { where: notYetDueSql, values, reason: leftReason };
  await postponeDecisions(tx, listIds(leavers.filter((change) => !isDecided(change))));
  await deleteUndecidedLeavers(tx, listIds(decided));
  const written = await changeDebts(tx, listIds(changes), 'status', async (debts) => [
    ...(await writeInstalments(debts, accepted)),
    ...(await reverseCharges(debts, listIds(undecided), instalmentsNotDue)),
    ...(await reverseCharges(debts, listIds(ended), allNotDue)),
  ]);
  await notePlaces(tx, 'Accepted', accepted);
  return written;
}

interface CourseChange {
  isOtherProgram: boolean;
  difference?: CourseDifference | undefined;
}

/**
 * For somebody with a seat who changes the intake or program. *Control* gets a note when the person owes less than
 * the price, unless the program and the sum stay the same.
 */
export async function chargeForCourse(
  tx: ChargeCtx,
  id: number,
  { isOtherProgram, difference }: CourseChange,
) {
  const before = await readTerms(tx, [id]);
  await rewriteInstalments(tx, id, difference);
  const [now] = await readTerms(tx, [id]);
  if (isOtherProgram || now?.charged !== before[0]?.charged) await notePlaces(tx, 'Another course', [id]);
}

/**
 * What is not due is reversed and written again. Nothing for somebody whom nobody accepted here: an import brings
 * people who owe an opening balance alone.
 * `difference` is asked when more is due already than the course costs.
 */
async function rewriteInstalments(tx: ChargeCtx, id: number, difference: CourseDifference | undefined) {
  const seated = registrationStatuses.filter(hasSeat);
  const found = await readRows(tx.em, {})(
    `select from charges where registration_id = ? and kind = 'instalment'
     union all select from registration_changes where registration_id = ?
       and from_status <> to_status and to_status = any(?::text[]) limit 1`,
    [id, id, `{${seated}}`],
  );
  if (found.length === 0) return;
  const reason = 'Another intake';
  await changeDebts(tx, [id], 'course', async (debts) => {
    await reverseCharges(debts, [id], {
      where: instalmentNotYetDueSql,
      values: [toLocalDay(tx.now())],
      reason,
    });
    const above = (await readTerms(tx, [id])).reduce(
      (sum, { due, charged }) => sum + charged - sumInstalments(due),
      0,
    );
    // An account without the right to fees lowers nothing that is due
    if (above > 0 && !difference && hasRight(tx, 'fees')) throw makeDifferenceQuestion(above);
    if (above > 0 && difference === 'reverse')
      await reverseCharges(debts, [id], { where: chargedInstalmentSql, reason });
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
/** SQL condition: those of them that another start moves. What is due on acceptance has no `due_days`. */
const movedByStart = `${instalmentOfIntakeSql} and due_on <> ?::date + due_days`;

const listMoved = ({ em }: Pick<Ctx, 'em'>, intake: number, start: string) =>
  readRows(em, { id: int })(
    `select distinct registration_id as id from charges where ${movedByStart} order by 1`,
    [intake, start],
  );

interface IntakeStart {
  intakeId: number;
  /** `yyyy-mm-dd` */
  startsOn: string;
}

const planColumns = { label: text, from: textOrNull, to: textOrNull, isKnown: bool, people: int };

/**
 * What `moveDues` would do with another start, without amounts. `people` are those with days that move.
 * Each of `instalments` moves `from` a day `to` another, or stays when these are the same. Without days it is due on
 * acceptance. `isKnown` is false when it stays because nobody knows from what it counts.
 */
export async function planDues(ctx: Pick<Ctx, 'em'>, { intakeId, startsOn }: IntakeStart) {
  const instalments = await readRows(ctx.em, planColumns)(
    `select label, due_on::text as "from", coalesce(moved_to, due_on)::text as "to",
       due_on is null or moved_to is not null as "isKnown", count(distinct registration_id)::int as people
     from (
       select registration_id, label, ?::date + due_days as moved_to, case
         when due_days is not null or due_on <> (created_at at time zone '${timeZone}')::date then due_on end as due_on
       from charges where ${instalmentOfIntakeSql}
     ) as instalments group by label, due_on, moved_to order by due_on nulls first, label, moved_to`,
    [startsOn, intakeId],
  );
  return { people: (await listMoved(ctx, intakeId, startsOn)).length, instalments };
}

/**
 * When an intake starts on another day, reverses its instalments and writes them again with the new due days.
 * Charges that are due on acceptance do not change.
 */
export async function moveDues(tx: TxCtx, intake: number, { from, to }: { from: string; to: string }) {
  if (from === to) return;
  refuseUnless(tx, 'fees');
  const people = await listMoved(tx, intake, to);
  if (people.length === 0) return;
  const recorded = ['Another start', tx.actor?.email ?? null, tx.now()];
  await changeDebts(tx, listIds(people), 'office', ({ em }) =>
    readRows(em, writtenColumns)(
      `with moved as (select * from charges where ${movedByStart}), reversed as (
       insert into charges (registration_id, kind, label, amount, due_on, reason, reverses, recorded_by, created_at)
       select registration_id, 'reversal', label, -amount, due_on, ?, id, ?, ? from moved order by id returning *)
     insert into charges (registration_id, kind, label, amount, due_on, due_days, reason, recorded_by, created_at)
     select moved.registration_id, 'instalment', moved.label, moved.amount, ?::date + moved.due_days, moved.due_days,
       reversed.reason, reversed.recorded_by, reversed.created_at
     from reversed join moved on moved.id = reversed.reverses order by moved.id ${returningSql}`,
      [intake, to, ...recorded, to],
    ),
  );
  const description = `Moved the due days of ${countPeople(people.length)} with the start, from ${from} to ${to}`;
  await recordActivity(tx, { type: 'update', entityType: 'intake', entityId: intake, description });
}

/** Registrations with charges or money are deleted by owners only. */
export async function refuseWithMoney(
  { em, actor }: Pick<Ctx, 'em' | 'actor'>,
  registrations: readonly number[],
): Promise<void> {
  if (actor?.isOwner) return;
  const [found] = await readRows(em, { reference: text })(
    `select reference from registrations where id = any(?::int[]) and (
       exists (select from charges where registration_id = registrations.id)
       or exists (select from fee_parts where registration_id = registrations.id)) order by id limit 1`,
    [`{${registrations}}`],
  );
  if (!found) return;
  throw new AppError('FORBIDDEN', `${found.reference} has fees. Only an owner may delete it`);
}

/** What `reversesCharges` would reverse for these people, by the day on which it is due. */
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
  const stored = { ...charge, recordedBy: actor?.email ?? null, createdAt: now() };
  return { id: await em.insert(ChargeEntity, stored) };
}

interface Reversal {
  /** SQL condition with its values. */
  where: string;
  values?: readonly unknown[];
  reason: string;
}

export async function reverseCharges(
  { em, actor, now }: DebtTx,
  registrations: readonly number[],
  { where, values = [], reason }: Reversal,
): Promise<WrittenCharge[]> {
  if (registrations.length === 0) return [];
  return readRows(em, writtenColumns)(
    `insert into charges (registration_id, kind, label, amount, due_on, reason, reverses, recorded_by, created_at)
     select registration_id, 'reversal', label, -amount, due_on, ?, id, ?, ? from charges
     where registration_id = any(?::int[]) and ${where} order by id ${returningSql}`,
    [reason, actor?.email ?? null, now(), `{${registrations}}`, ...values],
  );
}

/** The same charges once more, without the reversals. */
export const writeReversedAgain = (
  { em, actor, now }: DebtTx,
  reversals: readonly number[],
): Promise<WrittenCharge[]> =>
  readRows(em, writtenColumns)(
    `insert into charges (registration_id, kind, label, amount, due_on, due_days, reason, recorded_by, created_at)
     select registration_id, kind, label, amount, due_on, due_days, reason, ?, ? from charges
     where id in (select reverses from charges where id = any(?::int[])) order by id ${returningSql}`,
    [actor?.email ?? null, now(), `{${reversals}}`],
  );

const instalments = z.array(z.object({ label: text, amount: int, dueDays: intOrNull }));
const termColumns = {
  id: int,
  price: z.number(),
  program: instalments,
  intake: instalments.nullable(),
  startsOn: textOrNull,
  charged: int,
};

async function readTerms(tx: Pick<Ctx, 'em' | 'now'>, registrations: readonly number[]) {
  const rows = await readRows(tx.em, termColumns)(
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
    const course = { price, program, intake: intake ?? [] };
    return { id, charged, due: listDueInstalments(course, { startsOn, acceptedOn }) };
  });
}

/** What an acceptance would charge. Null instead of an amount for an account that may not read fees. */
export async function sumUncharged(ctx: Pick<Ctx, 'em' | 'now' | 'actor'>, id: number) {
  const missing = (await readTerms(ctx, [id])).flatMap(({ due, charged }) => subtractCharged(due, charged));
  const sum = sumInstalments(missing);
  return sum === 0 || hasRight(ctx, 'fees') ? sum : null;
}

export async function writeInstalments(
  tx: DebtTx,
  registrations: readonly number[],
): Promise<WrittenCharge[]> {
  if (registrations.length === 0) return [];
  const rows = (await readTerms(tx, registrations)).flatMap(({ id, due, charged }) => {
    const owed = { registrationId: id, kind: 'instalment' as const };
    return subtractCharged(due, charged).map((instalment) => ({ ...instalment, ...owed }));
  });
  return insertCharges(tx, rows);
}

type Rule = Partial<Pick<ChargeRow, 'dueDays'>>;

export async function insertCharges(
  { em, actor, now }: DebtTx,
  charges: readonly (Pick<ChargeRow, 'registrationId' | 'kind' | 'label' | 'amount' | 'dueOn'> & Rule)[],
): Promise<WrittenCharge[]> {
  const written: WrittenCharge[] = [];
  for (const batch of splitIntoBatches(charges)) {
    const rows = await readRows(em, writtenColumns)(
      `insert into charges (registration_id, kind, label, amount, due_on, due_days, recorded_by, created_at)
       select "registrationId", kind, label, amount, "dueOn", "dueDays", ?, ?
       from jsonb_to_recordset(?::jsonb)
         as given ("registrationId" int, kind text, label text, amount int, "dueOn" date, "dueDays" int)
       ${returningSql}`,
      [actor?.email ?? null, now(), JSON.stringify(batch)],
    );
    written.push(...rows);
  }
  return written;
}

/** The instalments without the first `charged` UGX of them, which are on the account already. */
export function subtractCharged<Instalment extends Pick<DueInstalment, 'amount' | 'dueOn'>>(
  instalments: readonly Instalment[],
  charged: number,
): Instalment[] {
  let rest = charged;
  return instalments
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
    .flatMap((instalment) => {
      const amount = Math.max(0, instalment.amount - rest);
      rest = Math.max(0, rest - instalment.amount);
      return amount > 0 ? [{ ...instalment, amount }] : [];
    });
}

/** The amounts stay, without what the office wrote about them. The labels of instalments are the program's. */
export const eraseChargeTexts = async (
  { em }: Pick<TxCtx, 'em'>,
  registrations: readonly number[],
): Promise<void> =>
  void (await em.execute(
    `update charges set label = case when kind = 'instalment' then label else '' end, reason = null
     where registration_id = any(?::int[]) and (kind <> 'instalment' or reason is not null)`,
    [`{${registrations}}`],
  ));
