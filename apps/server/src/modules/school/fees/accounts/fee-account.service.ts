import type { FeeAccountFilter, FeeAccountQuery, FeePeopleQuery } from '@institute/contract';
import { type AccountState, maxPayersShown, payCode, readPayCode } from '@institute/contract/fees.constants';
import {
  registrationNotFoundMessage,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { addDays, fromLocalTime, toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import { refuseLongPeopleList } from '../../../../context/rights.ts';
import type { Ctx } from '../../../../context.ts';
import { type BatchRange, parseSort } from '../../../../database/page.ts';
import { notFoundError } from '../../../../errors.ts';
import { int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { likeAnySql, listNasalSpellings, listSpellings } from '../../../platform/content/search.ts';
import { isUndecidedSql, readUndecidedCharges } from '../../charges/leaver.service.ts';
import { INTAKES_TABLE } from '../../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../../programs/program.entity.ts';
import { fullNameSql, sortedNameSql } from '../../registrations/registration.entity.ts';
import { listChargesAndPayments } from './fee-line.service.ts';

export type FeeReadingCtx = Pick<Ctx, 'em' | 'now'>;

export interface SqlCondition {
  sql: string;
  values: readonly unknown[];
}

export const everyAccountCondition: SqlCondition = { sql: 'true', values: [] };

/** Joins conditions with `and`. False values are left out. */
export function joinConditions(
  conditions: readonly (SqlCondition | false | 0 | '' | undefined)[],
): SqlCondition {
  const givenConditions = conditions.filter((one) => typeof one === 'object');
  if (givenConditions.length === 0) return everyAccountCondition;
  return {
    sql: givenConditions.map(({ sql }) => sql).join(' and '),
    values: givenConditions.flatMap(({ values }) => values),
  };
}

/**
 * SQL after `from`: the sums of each account that has lines. All sums of money are computed in this function. The
 * first two values are those of `resolveAsOfDay`. Conditions may name columns of "accounts" and "registrations".
 */
export const accountsSql = `fee_accounts(?::date, ?::timestamptz) as accounts
  join registrations on registrations.id = registration_id and registrations.deleted_at is null`;

/** Returns the day in Kampala by which charges are due, and the instant before which lines were recorded. */
export const resolveAsOfDay = ({ now }: Pick<Ctx, 'now'>, asOf?: string) =>
  asOf ? [asOf, endOfDay(asOf)] : [toLocalDay(now()), null];

/** Returns the instant at which a day in Kampala ends. */
export const endOfDay = (day: string): string => fromLocalTime(`${addDays(day, 1)}T00:00`);

/** SQL columns of the sums that lists show. */
export const accountSumColumnsSql = `registration_id as "registrationId", charged, paid, charged - paid as balance,
  greatest(0, due - paid) as overdue`;

const accountNamesJoinSql = `join (
    select registrations.id, reference, ${fullNameSql()} as name, ${PROGRAMS_TABLE}.name as program,
      starts_on::text as "startsOn", registrations.status, phone, guardian_phone as "guardianPhone"
    from registrations left join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = program_id
    left join ${INTAKES_TABLE} on ${INTAKES_TABLE}.id = intake_id where registrations.deleted_at is null
  ) as named on named.id = accounts."registrationId"`;

/** SQL of each person's place in the order of names. PostgreSQL counts along the index of names. */
const namePlaceSql = `join (
    select id, row_number() over (order by ${sortedNameSql()}, first_name, id) as place
    from registrations where deleted_at is null
  ) as places on places.id = accounts."registrationId"`;

/** SQL of the first day on which more is due than was paid. Fast for a few accounts. */
export const nextDueSql = `left join lateral (
    select due_on::text as "nextDueOn", running - accounts.paid as "nextDueAmount" from fee_due_days
    where registration_id = accounts."registrationId" and running > accounts.paid order by due_on limit 1
  ) as next on true`;

/** SQL without a next due day, for sums of a past day. */
const noNextDueSql = `cross join (select null::text as "nextDueOn", null::float8 as "nextDueAmount") as next`;

/** SQL of the next due day of all accounts, for sorting by it. */
const nextDaySql = `left join (
    select accounts."registrationId" as holder, min(due_on) as day
    from accounts join fee_due_days on registration_id = accounts."registrationId" and running > accounts.paid
    group by 1
  ) as next on holder = accounts."registrationId"`;

const accountSumColumns = { registrationId: int, charged: int, paid: int, balance: int, overdue: int };
const feeAccountColumns = {
  ...accountSumColumns,
  reference: text,
  name: text,
  program: textOrNull,
  nextDueOn: textOrNull,
  nextDueAmount: intOrNull,
};
export type FeeAccount = Row<typeof feeAccountColumns>;

/** Columns of an account in a list. */
const listedAccountColumns = {
  ...feeAccountColumns,
  /** First day of the intake. */
  startsOn: textOrNull,
  status: z.enum(registrationStatuses),
  phone: text,
  guardianPhone: textOrNull,
};

const accountNameColumnsSql = `reference, name, program, "startsOn", status, phone, "guardianPhone"`;

const shownAccountColumnsSql = `"registrationId", ${accountNameColumnsSql}, charged, paid, balance, overdue, "nextDueOn", "nextDueAmount"`;

const accountStateSql: Record<AccountState, string> = {
  overdue: 'due > paid',
  owing: 'charged > paid',
  settled: 'charged <= paid',
  undecided: isUndecidedSql,
};

function makeAccountSearchCondition(q: string): SqlCondition {
  const searchedAccountId = readPayCode(q);
  const { sql, values } = likeAnySql('registrations.search', listSpellings(q).flatMap(listNasalSpellings));
  return searchedAccountId
    ? { sql: `(${sql} or registrations.id = ?)`, values: [...values, searchedAccountId] }
    : { sql: `(${sql})`, values };
}

export const filterAccounts = ({ q, programId, intakeId, state, status }: FeeAccountFilter): SqlCondition =>
  joinConditions([
    programId && { sql: 'registrations.program_id = ?', values: [programId] },
    intakeId && { sql: 'registrations.intake_id = ?', values: [intakeId] },
    state && { sql: accountStateSql[state], values: [] },
    status && { sql: 'registrations.status = ?', values: [status] },
    q && makeAccountSearchCondition(q),
  ]);

/** Sort orders that need more than a column of the accounts. */
const accountSorts: Record<string, { by: string; joined?: string }> = {
  name: { by: 'place', joined: namePlaceSql },
  reference: { by: '"registrationId"' },
  program: { by: 'program', joined: accountNamesJoinSql },
  nextDueOn: { by: 'day', joined: nextDaySql },
};

const feeTotalsSchema = z.object({ charged: int, paid: int, balance: int, overdue: int });
const accountPageColumns = {
  items: z.array(z.object(listedAccountColumns)),
  total: int,
  totals: feeTotalsSchema,
};

export async function listFeeAccounts(
  { em, now, actor }: FeeReadingCtx & Pick<Ctx, 'actor'>,
  { limit, offset, sort = '-overdue', asOf, ...filter }: FeeAccountQuery,
) {
  const { name, direction } = parseSort(sort);
  const sortColumn = asOf && name === 'nextDueOn' ? 'overdue' : name;
  const { by, joined = '' } = accountSorts[sortColumn] ?? { by: sortColumn };
  const { sql, values } = filterAccounts(filter);
  const orderSql = `"sortedBy" ${direction} nulls last, "registrationId" ${direction}`;
  const pageSql = `select accounts.*, ${accountNameColumnsSql}, "nextDueOn", "nextDueAmount" from (
      select accounts.*, ${by} as "sortedBy" from accounts ${joined} order by ${orderSql} limit ? offset ?
    ) as accounts ${accountNamesJoinSql} ${asOf ? noNextDueSql : nextDueSql}`;
  const [row] = await readRows(em, accountPageColumns)(
    `with accounts as materialized (select ${accountSumColumnsSql} from ${accountsSql} where ${sql}), page as (${pageSql})
     select (select coalesce(json_agg(shown), '[]') from (select ${shownAccountColumnsSql} from page order by ${orderSql}) as shown) as items,
       sums.* from (
         select count(*)::int as total, json_build_object('charged', coalesce(sum(charged), 0),
           'paid', coalesce(sum(paid), 0), 'balance', coalesce(sum(balance), 0),
           'overdue', coalesce(sum(overdue), 0)) as totals
         from accounts) as sums`,
    [...resolveAsOfDay({ now }, asOf), ...values, limit, offset],
  );
  refuseLongPeopleList({ actor, now }, row?.items.length ?? 0, 'office');
  return row ?? { items: [], total: 0, totals: { charged: 0, paid: 0, balance: 0, overdue: 0 } };
}

export async function findFeeAccountBatch(
  { em, now }: FeeReadingCtx,
  { asOf, ...filter }: FeeAccountFilter,
  { before, limit }: BatchRange,
) {
  const { sql, values } = joinConditions([
    before !== undefined && { sql: 'registration_id < ?', values: [before] },
    filterAccounts(filter),
  ]);
  return readRows(em, { id: int, ...listedAccountColumns })(
    `with accounts as (
       select ${accountSumColumnsSql} from ${accountsSql} where ${sql} order by registrations.id desc limit ?)
     select "registrationId" as id, ${shownAccountColumnsSql} from accounts ${accountNamesJoinSql} ${asOf ? noNextDueSql : nextDueSql}
     order by 1 desc`,
    [...resolveAsOfDay({ now }, asOf), ...values, limit],
  );
}

/** Returns zeros for a person without lines. */
export async function readAccountSums(
  { em, now }: FeeReadingCtx,
  registrationId: number,
): Promise<FeeAccount> {
  const [row] = await readRows(em, feeAccountColumns)(
    `with accounts as (select ${accountSumColumnsSql} from ${accountsSql} where registration_id = ?)
     select registrations.id as "registrationId", registrations.reference, ${fullNameSql('registrations.')} as name,
       (select name from ${PROGRAMS_TABLE} where id = program_id) as program, coalesce(charged, 0) as charged,
       coalesce(paid, 0) as paid, coalesce(balance, 0) as balance, coalesce(overdue, 0) as overdue,
       "nextDueOn", "nextDueAmount"
     from registrations left join (accounts ${nextDueSql}) on accounts."registrationId" = registrations.id
     where registrations.id = ? and registrations.deleted_at is null`,
    [...resolveAsOfDay({ now }), registrationId, registrationId],
  );
  if (!row) throw notFoundError(registrationNotFoundMessage);
  return row;
}

/** Lists the ids of the registrations to which lines or accounts belong. */
export const listHolderIds = (lines: readonly { registrationId: number }[]): number[] =>
  lines.map(({ registrationId }) => registrationId);

/**
 * Reads what was paid and is owed, by id of the registration, also of trashed ones. Accounts without lines are
 * missing.
 */
export async function readPaidAndBalance({ em }: Pick<Ctx, 'em'>, registrations: readonly number[]) {
  // The day does not matter, because neither sum depends on it
  const rows = await readRows(em, accountSumColumns)(
    `select ${accountSumColumnsSql} from fee_accounts(?::date, ?::timestamptz) where registration_id = any(?::int[])`,
    ['2000-01-01', null, `{${registrations}}`],
  );
  return new Map(rows.map(({ registrationId, paid, balance }) => [registrationId, { paid, balance }]));
}

/** Adds up the accounts of these registrations. */
export async function addUpAccounts(ctx: Pick<Ctx, 'em'>, registrations: readonly number[]) {
  const accountSums = [...(await readPaidAndBalance(ctx, registrations)).values()];
  const totalPaid = accountSums.reduce((sum, one) => sum + one.paid, 0);
  return { paid: totalPaid, charged: accountSums.reduce((sum, one) => sum + one.balance, totalPaid) };
}

export const readAccountBalance = async ({ em }: Pick<Ctx, 'em'>, registrationId: number): Promise<number> =>
  (await readPaidAndBalance({ em }, [registrationId])).get(registrationId)?.balance ?? 0;

/** Reads who recorded the money of a part, and the balance of its account right afterwards. */
export async function readBalanceAfterPart({ em }: Pick<Ctx, 'em'>, partId: number) {
  const [row] = await readRows(em, { recordedBy: textOrNull, balance: int })(
    `select movement.recorded_by as "recordedBy",
       ((select coalesce(sum(amount), 0) from charges
         where registration_id = part.registration_id and created_at <= part.recorded_at)
       - (select coalesce(sum(amount), 0) from fee_parts as paid
         where paid.registration_id = part.registration_id
           and (paid.recorded_at, paid.id) <= (part.recorded_at, part.id)))::float8 as balance
     from fee_parts as part join fee_movements as movement on movement.id = movement_id where part.id = ?`,
    [partId],
  );
  return row ?? null;
}

const payerColumns = {
  registrationId: int,
  reference: text,
  name: text,
  program: textOrNull,
  /** First day of the intake. */
  startsOn: textOrNull,
  phone: text,
};

/** Finds people from whom the desk takes money, also before their acceptance. Newest first. */
export async function findPayers({ em }: Pick<Ctx, 'em'>, { q }: FeePeopleQuery) {
  const { sql, values } = makeAccountSearchCondition(q);
  const payerRows = await readRows(em, payerColumns)(
    `select registrations.id as "registrationId", reference, ${fullNameSql('registrations.')} as name,
       ${PROGRAMS_TABLE}.name as program, starts_on::text as "startsOn", phone
     from registrations left join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = program_id left join ${INTAKES_TABLE} on ${INTAKES_TABLE}.id = intake_id
     where registrations.deleted_at is null and ${sql} order by registrations.id desc limit ?`,
    [...values, maxPayersShown],
  );
  const sums = await readPaidAndBalance({ em }, listHolderIds(payerRows));
  return payerRows.map((person) => ({ ...person, balance: sums.get(person.registrationId)?.balance ?? 0 }));
}

/** Null when no registration has this reference, or its account has no lines. */
export async function findFeeAccount(ctx: FeeReadingCtx, reference: string): Promise<FeeAccount | null> {
  const [row] = await readRows(ctx.em, { id: int })(
    'select id from registrations where reference = ? and deleted_at is null',
    [reference],
  );
  const payerAccount = row ? await readAccountSums(ctx, row.id) : null;
  return payerAccount && (payerAccount.charged !== 0 || payerAccount.paid !== 0) ? payerAccount : null;
}

export async function getFeeAccount(ctx: FeeReadingCtx, registrationId: number) {
  const account = await readAccountSums(ctx, registrationId);
  const undecidedCharges = await readUndecidedCharges(ctx, registrationId);
  return {
    ...account,
    undecided: undecidedCharges,
    payCode: payCode(registrationId),
    ...(await listChargesAndPayments(ctx, [registrationId])),
  };
}
