import { Migration } from '@mikro-orm/migrations';

/** SQL condition: the statement's line of this movement names the person of the part. */
const namesPerson = (movement: string): string => `exists (
  select from fee_movements join registrations on registrations.id = registration_id
  where fee_movements.id = ${movement} and (
    dialled(payer_phone) in (dialled(coalesce(phone_international, phone)), dialled(guardian_phone))
    or fee_movements.note ~ ('(^|\\D)0*' || registration_id || '\\d(\\D|$)')
    or position(replace(reference, '-', '') in upper(regexp_replace(fee_movements.note, '[\\s-]', '', 'g'))) > 0))`;

const samePlace = (one: string, other: string): string =>
  `${one}.recorded_at = ${other}.recorded_at and ${one}.recorded_by is not distinct from ${other}.recorded_by`;

/**
 * Imports gave the parts of a statement to its movements in the order of the transaction ids, not in that of the lines.
 * Sums say which imports these are. Where both orders agree with the sums, what the lines say of the payers does.
 */
const insertCrossedParts = `insert into crossed_fee_parts (part_id, movement_id)
  with movements as (
    select id, amount, recorded_at, recorded_by, row_number() over (import order by id) as line,
      row_number() over (import order by method, upper(operator_id), id) as place
    from fee_movements where kind = 'payment'
    window import as (partition by recorded_at, recorded_by)
  ), parts as (
    select fee_parts.id, fee_parts.amount, registration_id, stored.id as stored, named.id as named
    from fee_parts join movements as stored on stored.id = movement_id and ${samePlace('stored', 'fee_parts')}
    join movements as named on named.line = stored.place and ${samePlace('named', 'stored')}
    where moved_from is null and fee_parts.amount > 0
  ), imports as (
    select recorded_at, recorded_by,
      bool_and((select coalesce(sum(amount), movements.amount) from parts where stored = movements.id) = amount)
        as "fitsStored",
      bool_and((select coalesce(sum(amount), movements.amount) from parts where named = movements.id) = amount)
        as "fitsNamed",
      sum((select count(*) from parts where stored = movements.id and ${namesPerson('stored')})) as "saysStored",
      sum((select count(*) from parts where named = movements.id and ${namesPerson('named')})) as "saysNamed"
    from movements group by recorded_at, recorded_by having bool_or(line <> place)
  )
  select parts.id, named from parts join movements on movements.id = stored
  join imports on ${samePlace('imports', 'movements')}
  where stored <> named and "fitsNamed" and (not "fitsStored" or "saysNamed" > "saysStored")`;

/** Others that break the rule, whatever the reason: where they belong is not known. */
const insertOtherParts = `insert into crossed_fee_parts (part_id)
  select fee_parts.id from fee_parts join (
    select fee_movements.id from fee_movements join fee_parts on movement_id = fee_movements.id
    group by fee_movements.id
    having sum(fee_parts.amount) not between least(0, fee_movements.amount) and greatest(0, fee_movements.amount)
  ) as broken on broken.id = movement_id
  on conflict do nothing`;

const partsWithinMovement = `create function fee_parts_within_movement() returns trigger as $$
  declare movement record;
  begin
    select fee_movements.amount, sum(fee_parts.amount) as parts into movement
    from fee_movements join fee_parts on movement_id = fee_movements.id
    where fee_movements.id = new.movement_id group by fee_movements.id;
    if movement.parts not between least(0, movement.amount) and greatest(0, movement.amount)
      and not exists (select from crossed_fee_parts join fee_parts on fee_parts.id = part_id
        where fee_parts.movement_id = new.movement_id)
    then raise exception 'The parts of a movement are more than its amount' using errcode = '23514'; end if;
    return null;
  end $$ language plpgsql`;

export class CrossedParts extends Migration {
  override up(): void {
    this.addSql(
      'create table "crossed_fee_parts" ("part_id" int not null primary key, "movement_id" int null);',
    );
    this.addSql(insertCrossedParts);
    this.addSql(insertOtherParts);
    this.addSql(partsWithinMovement);
    this.addSql(`create constraint trigger fee_parts_within_movement after insert on fee_parts
      deferrable initially deferred for each row execute function fee_parts_within_movement()`);
  }
}
