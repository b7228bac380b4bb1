import { Migration } from '@mikro-orm/migrations';

export class CashClosings extends Migration {
  override up(): void {
    this.addSql(
      `create table "cash_closings" ("id" serial primary key, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) not null, "cashier" varchar(254) null, "day" date not null, "expected" double precision not null, "counted" double precision not null, "note" varchar(200) null, "last_movement_id" int not null);`,
    );
    this.addSql(`create index "cash_closings_day_index" on "cash_closings" ("day");`);

    this.addSql(`create or replace function "cash_closings_cash_closings_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{note}'::text[] is distinct from to_jsonb(old) - '{note}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of cash_closings are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "cash_closings_insert_only" BEFORE UPDATE OR DELETE on "cash_closings" for each ROW execute function "cash_closings_cash_closings_insert_only_fn"();`,
    );
  }
}
