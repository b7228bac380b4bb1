import { movementKinds, sumAmounts } from '@institute/contract/fees.constants';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { int, readRows, text, textOrNull } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { isFeeMoneySql } from '../accounts/cash-box.service.ts';
import { bankedCashSql } from './cash-deposit.service.ts';

const removedPersonSchema = z.object({
  registrationId: int,
  /** Null when the registration is erased. */
  name: textOrNull,
  reference: textOrNull,
  /** Whole UGX that the person has paid. */
  amount: int,
});

const wrongMovementSchema = z.object({
  movementId: int,
  kind: z.enum(movementKinds),
  receivedOn: text,
  number: textOrNull,
  /** Amount of the movement, 0 when it was cancelled. */
  amount: int,
  /** Amount of the movement that is on accounts or unassigned. */
  assigned: int,
});

const cashSchema = z.object({
  /** Amount that closings counted. */
  counted: int,
  banked: int,
  unbanked: int,
});

const reconciliationColumns = {
  cash: cashSchema,
  book: int,
  accounts: int,
  unassigned: int,
  people: z.array(removedPersonSchema),
  wrong: z.array(wrongMovementSchema),
};

const removedPeopleSql = `select registration_id as "registrationId", ${fullNameSql('registrations.')} as name, reference,
    sum(amount) as amount
  from fee_parts left join registrations on registrations.id = registration_id
  where registrations.id is null or deleted_at is not null
  group by registration_id, registrations.id having sum(amount) <> 0 order by registration_id`;

/** SQL of movements whose parts do not match the amount. A movement and its cancellation count together. */
const wrongMovementsSql = `select movement.id as "movementId", movement.kind, movement.received_on::text as "receivedOn",
    coalesce(movement.number, movement.operator_id) as number, moved.amount,
    coalesce(shares.amount, 0) + coalesce(unassigned.amount, 0) as assigned
  from (
    select coalesce(counters, id) as id, sum(amount) as amount from fee_movements as movement
    where ${isFeeMoneySql} group by 1
  ) as moved
  join fee_movements as movement on movement.id = moved.id
  left join (
    select coalesce(counters, fee_movements.id) as id, sum(fee_parts.amount) as amount
    from fee_parts join fee_movements on fee_movements.id = movement_id group by 1
  ) as shares on shares.id = moved.id
  left join fee_lines as unassigned on source = 'unassigned' and unassigned.id = moved.id
  where moved.amount <> coalesce(shares.amount, 0) + coalesce(unassigned.amount, 0)
  order by movement.id`;

/** One SQL statement, because a payment may be stored between two statements. */
const reconciliationSql = `select
    (select to_json(cash) from (${bankedCashSql}) as cash) as cash,
    (select coalesce(sum(amount), 0)::float8 from fee_movements as movement where ${isFeeMoneySql}) as book,
    (select coalesce(sum(amount), 0)::float8 from fee_parts join registrations on registrations.id = registration_id
      where deleted_at is null) as accounts,
    (select coalesce(sum(amount), 0)::float8 from fee_lines where source = 'unassigned') as unassigned,
    (select coalesce(json_agg(one), '[]') from (${removedPeopleSql}) as one) as people,
    (select coalesce(json_agg(one), '[]') from (${wrongMovementsSql}) as one) as wrong`;

/**
 * Compares the money of the book with its owners: accounts, unassigned money, and people in the trash or erased,
 * whom no list of accounts shows. Sums are whole UGX. `difference` is 0 unless rows contradict each other; `wrong`
 * names those rows.
 */
export async function readReconciliation({ em }: Pick<Ctx, 'em'>) {
  const [reconciliation] = await readRows(em, reconciliationColumns)(reconciliationSql);
  const { book, accounts, unassigned, people, wrong, cash } = reconciliation ?? {
    book: 0,
    accounts: 0,
    unassigned: 0,
    people: [],
    wrong: [],
    cash: { counted: 0, banked: 0, unbanked: 0 },
  };
  const removedAmount = sumAmounts(people);
  return {
    book,
    accounts,
    unassigned,
    removed: removedAmount,
    people,
    wrong,
    cash,
    difference: book - accounts - unassigned - removedAmount,
  };
}
