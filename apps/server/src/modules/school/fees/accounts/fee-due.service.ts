import type { FeeAccountFilter } from '@institute/contract';
import { int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { INTAKES_TABLE } from '../../intakes/intake.entity.ts';
import {
  accountSumColumnsSql,
  accountsSql,
  everyAccountCondition,
  type FeeReadingCtx,
  filterAccounts,
  nextDueSql,
  resolveAsOfDay,
  type SqlCondition,
} from './fee-account.service.ts';

const dueAccountColumns = {
  registrationId: int,
  reference: text,
  firstName: text,
  email: textOrNull,
  /** Phone in international form. */
  number: textOrNull,
  guardianPhone: textOrNull,
  dateOfBirth: textOrNull,
  balance: int,
  overdue: int,
  nextDueOn: text,
  nextDueAmount: int,
};
export type DueAccount = Row<typeof dueAccountColumns>;

const noPendingPaymentSql = `not exists (select from online_fees as started
  where started.registration_id = registrations.id and started.state = 'pending' and not started.is_test)`;

/** Lists accounts that owe something, overdue ones first. `also` is a condition on "nextDueOn". */
async function listDueAccounts(
  { em, now }: FeeReadingCtx,
  {
    of = everyAccountCondition,
    where,
    also = everyAccountCondition,
  }: { of?: SqlCondition; where: SqlCondition; also?: SqlCondition },
): Promise<DueAccount[]> {
  return readRows(em, dueAccountColumns)(
    `with accounts as (select ${accountSumColumnsSql} from ${accountsSql} where ${of.sql} and ${where.sql})
     select "registrationId", reference, first_name as "firstName", email,
       phone_international as number, guardian_phone as "guardianPhone", date_of_birth::text as "dateOfBirth", balance, overdue, "nextDueOn", "nextDueAmount"
     from accounts ${nextDueSql} join registrations on registrations.id = accounts."registrationId"
     where "nextDueOn" is not null and ${also.sql}
     order by overdue desc, "registrationId"`,
    [...resolveAsOfDay({ now }), ...of.values, ...where.values, ...also.values],
  );
}

/**
 * Lists people with a seat who have not paid a charge that is due on one of these days. People with a pending
 * online payment are left out, and intakes that send no reminders.
 */
export function listAccountsDueOn(ctx: FeeReadingCtx, days: readonly string[]): Promise<DueAccount[]> {
  const dueOnDaysSql = `from charges as due where due.amount > 0 and due.kind <> 'reversal' and due.due_on = any(?::date[])
    and not exists (select from charges as later where later.reverses = due.id)`;
  const dayValues = [`{${days}}`];
  return listDueAccounts(ctx, {
    of: { sql: `registration_id in (select due.registration_id ${dueOnDaysSql})`, values: dayValues },
    where: {
      sql: `registrations.status in ('accepted', 'completed') and ${noPendingPaymentSql}
        and coalesce((select reminds_of_fees from ${INTAKES_TABLE} where ${INTAKES_TABLE}.id = registrations.intake_id), true)`,
      values: [],
    },
    also: {
      sql: `exists (select ${dueOnDaysSql} and due.registration_id = accounts."registrationId"
        and due.due_on >= "nextDueOn"::date)`,
      values: dayValues,
    },
  });
}

/** Lists people who owe fees, by the ids of chosen people or by a filter. */
export function listDebtors(ctx: FeeReadingCtx, registrations: readonly number[] | FeeAccountFilter) {
  const { sql, values } =
    'length' in registrations
      ? { sql: 'registrations.id = any(?::int[])', values: [`{${registrations}}`] }
      : filterAccounts(registrations);
  return listDueAccounts(ctx, { where: { sql: `${noPendingPaymentSql} and ${sql}`, values } });
}
