import { Migration } from '@mikro-orm/migrations';

const recordedDay = `(movement.recorded_at at time zone 'Africa/Kampala')::date`;

/** SQL of the earlier closings that could hold a movement. */
const earlier = `cash_closings as earlier where earlier.id < closing.id
    and (earlier.cashier is null or earlier.cashier = movement.recorded_by)`;

/** Which movements a closing holds, by the rule of before: until its day, and not before the first one's day. */
const insertRows = `insert into cash_closing_rows (closing_id, movement_id)
  select closing.id, movement.id from cash_closings as closing join fee_movements as movement
    on method = 'cash' and (closing.cashier is null or closing.cashier = movement.recorded_by)
    and movement.id <= closing.last_movement_id
    and ${recordedDay} between least(closing.day, (select min(day) from ${earlier})) and closing.day
    and not exists (select from ${earlier} and ${recordedDay} <= earlier.day
      and movement.id <= earlier.last_movement_id)`;

export class CashBoxes extends Migration {
  override up(): void {
    this.addSql(
      `create table "cash_closing_rows" ("movement_id" int not null, "closing_id" int not null, primary key ("movement_id"));`,
    );
    this.addSql(`create index "cash_closing_rows_closing_id_index" on "cash_closing_rows" ("closing_id");`);

    this.addSql(
      `create table "cash_counts" ("id" serial primary key, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) not null, "cashier" varchar(254) null, "expected" double precision not null, "counted" double precision not null);`,
    );
    this.addSql(`create index "cash_counts_recorded_at_index" on "cash_counts" ("recorded_at");`);

    this.addSql(insertRows);
    this.addSql(`alter table "cash_closings" drop column "last_movement_id";`);

    this.addSql(`alter table "fee_movements" add "box" varchar(254) null;`);

    this.addSql(`create or replace function "cash_closing_rows_cash_closing_rows_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{}'::text[] is distinct from to_jsonb(old) - '{}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of cash_closing_rows are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "cash_closing_rows_insert_only" BEFORE UPDATE OR DELETE on "cash_closing_rows" for each ROW execute function "cash_closing_rows_cash_closing_rows_insert_only_fn"();`,
    );

    this.addSql(`create or replace function "cash_counts_cash_counts_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{}'::text[] is distinct from to_jsonb(old) - '{}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of cash_counts are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "cash_counts_insert_only" BEFORE UPDATE OR DELETE on "cash_counts" for each ROW execute function "cash_counts_cash_counts_insert_only_fn"();`,
    );
  }
}
