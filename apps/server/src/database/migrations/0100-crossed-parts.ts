import { Migration } from '@mikro-orm/migrations';

/** Parts that break the rule. A later migration names the lines of those that an import crossed. */
const insertBrokenParts = `insert into crossed_fee_parts (part_id)
  select fee_parts.id from fee_parts join (
    select fee_movements.id from fee_movements join fee_parts on movement_id = fee_movements.id
    group by fee_movements.id
    having sum(fee_parts.amount) not between least(0, fee_movements.amount) and greatest(0, fee_movements.amount)
  ) as broken on broken.id = movement_id`;

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
    this.addSql(insertBrokenParts);
    this.addSql(partsWithinMovement);
    this.addSql(`create constraint trigger fee_parts_within_movement after insert on fee_parts
      deferrable initially deferred for each row execute function fee_parts_within_movement()`);
  }
}
