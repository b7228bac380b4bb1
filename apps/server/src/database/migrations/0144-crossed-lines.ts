import { Migration } from '@mikro-orm/migrations';

/** SQL condition: the statement's line of this movement names the person of the part. */
const namesPerson = (movement: string): string => `exists (
  select from fee_movements join registrations on registrations.id = registration_id
  where fee_movements.id = ${movement} and (
    dialled(payer_phone) in (dialled(coalesce(phone_international, phone)), dialled(guardian_phone))
    or fee_movements.note ~ ('(^|\\D)0*' || registration_id || '\\d(\\D|$)')
    or position(replace(reference, '-', '') in upper(regexp_replace(fee_movements.note, '[\\s-]', '', 'g'))) > 0))`;

/** Sum of the parts of each movement, and how many of them its line names. */
const sumParts = (movement: 'stored' | 'named'): string => `(
    select ${movement} as id, sum(amount) as amount, count(*) filter (where ${namesPerson(movement)}) as says
    from parts group by 1) as by_${movement}`;

/**
 * Imports of earlier versions gave the parts of a statement to its movements in the order of the transaction ids,
 * not in that of the lines. An import wrote its movements in one statement, so they have one time and one account, and
 * then its parts in another one, which read the clock again. Later parts of these movements are assignments.
 *
 * Sums say which imports are crossed. Where both orders agree with the sums, what the lines say of the payers does.
 * Money that moved to another account meanwhile is still under the wrong movement.
 */
const insertCrossedParts = `insert into crossed_fee_parts (part_id, movement_id)
  with recursive movements as (
    select id, amount, recorded_at, recorded_by, min(id) over import as import,
      row_number() over (import order by id) as line,
      row_number() over (import order by upper(operator_id), id) as place
    from fee_movements where kind = 'payment' and not is_imported
    window import as (partition by recorded_at, recorded_by, method)
  ), received as (
    select fee_parts.id, fee_parts.amount, registration_id, stored.id as stored, stored.import, stored.place,
      fee_parts.recorded_at, stored.recorded_at as imported_at,
      min(fee_parts.recorded_at) over (partition by stored.import) as first_at
    from fee_parts join movements as stored on stored.id = movement_id
      and fee_parts.recorded_by is not distinct from stored.recorded_by
    where moved_from is null and fee_parts.amount > 0
  ), parts as (
    select received.id, received.amount, registration_id, stored, named.id as named
    from received join movements as named on named.import = received.import and named.line = received.place
    where received.recorded_at = first_at and first_at < imported_at + interval '10 seconds'
  ), imports as (
    select import from movements
    left join ${sumParts('stored')} on by_stored.id = movements.id
    left join ${sumParts('named')} on by_named.id = movements.id
    group by import
    having bool_and(coalesce(by_named.amount, movements.amount) = movements.amount)
      and (not bool_and(coalesce(by_stored.amount, movements.amount) = movements.amount)
        or sum(by_named.says) > sum(by_stored.says))
  ), crossed as (
    select parts.id, named from parts join movements on movements.id = stored
    join imports on imports.import = movements.import where stored <> named
    union all
    select fee_parts.id, named from crossed join fee_parts on moved_from = crossed.id and fee_parts.amount > 0
  )
  select crossed.id, named from crossed join fee_lines on source = 'part' and fee_lines.id = crossed.id
  where "left" > 0 and state <> 'cancelled'
  on conflict (part_id) do update set movement_id = excluded.movement_id
  where crossed_fee_parts.movement_id is null`;

export class CrossedLines extends Migration {
  override up(): void {
    this.addSql(insertCrossedParts);
  }
}
