import type { FeeAccountFilter } from '@institute/contract';
import { int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { INTAKES_TABLE } from '../../intakes/intake.entity.ts';
import {
  accountsSql,
  anyAccountSql,
  type Condition,
  filterAccounts,
  nextDueSql,
  type Reader,
  resolveAsOfDay,
  sumsSql,
} from './fee-account.service.ts';

const dueAccountColumns = {
  registrationId: int,
  reference: text,
  firstName: text,
  email: textOrNull,
  /** In international form. */
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

/** Accounts of which something is not paid, first overdue ones. `also` is a condition on "nextDueOn". */
async function listDue(
  { em, now }: Reader,
  { of = anyAccountSql, where, also = anyAccountSql }: { of?: Condition; where: Condition; also?: Condition },
): Promise<DueAccount[]> {
  return readRows(em, dueAccountColumns)(
    `with accounts as (select ${sumsSql} from ${accountsSql} where ${of.sql} and ${where.sql})
     select "registrationId", reference, first_name as "firstName", email,
       phone_international as number, guardian_phone as "guardianPhone", date_of_birth::text as "dateOfBirth", balance, overdue, "nextDueOn", "nextDueAmount"
     from accounts ${nextDueSql} join registrations on registrations.id = accounts."registrationId"
     where "nextDueOn" is not null and ${also.sql}
     order by overdue desc, "registrationId"`,
    [...resolveAsOfDay({ now }), ...of.values, ...where.values, ...also.values],
  );
}

/**
 * People with a seat who have not paid a charge that is due on one of these days. Without those whose payment is
 * pending, and whose intake reminds nobody.
 */
export function listAccountsDueOn(ctx: Reader, days: readonly string[]): Promise<DueAccount[]> {
  const dueOnDaysSql = `from charges as due where due.amount > 0 and due.kind <> 'reversal' and due.due_on = any(?::date[])
    and not exists (select from charges as later where later.reverses = due.id)`;
  const dayValues = [`{${days}}`];
  return listDue(ctx, {
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

/** Takes ids of chosen people, or a filter that finds them. */
export function listDebtors(ctx: Reader, registrations: readonly number[] | FeeAccountFilter) {
  const { sql, values } =
    'length' in registrations
      ? { sql: 'registrations.id = any(?::int[])', values: [`{${registrations}}`] }
      : filterAccounts(registrations);
  return listDue(ctx, { where: { sql: `${noPendingPaymentSql} and ${sql}`, values } });
}
