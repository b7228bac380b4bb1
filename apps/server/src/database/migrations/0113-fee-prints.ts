import { Migration } from '@mikro-orm/migrations';

/** Whose part each paper of the log is. A counter-receipt stands for the part of the payment that it takes back. */
const carryOver = `insert into fee_prints (part_id, number, recorded_at, recorded_by)
  select part.id, printed.number, created_at, user_email
  from (
    select id, created_at, user_email, entity_id, split_part(description, ' ', 3) as number from activities
    where type = 'view' and entity_type = 'registration' and description like 'Printed receipt %'
  ) as printed cross join lateral (
    select fee_parts.id from fee_parts left join fee_movements as movement on movement.id = movement_id
    left join fee_movements as counter on counter.counters = movement.id
    where receipt_number = printed.number
      or (registration_id = entity_id and printed.number in (movement.number, counter.number))
    order by receipt_number is distinct from printed.number, fee_parts.id limit 1
  ) as part order by printed.id`;

/** Transaction IDs as they are compared, now without letters of another width and invisible ones. */
const plainId = `create or replace function public.plain_id(text) returns text language sql immutable strict parallel safe
  return upper(regexp_replace(btrim(regexp_replace(normalize($1, nfkc),
    '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff]',
    '', 'g')), '^(\\d+)\\.0+$', '\\1'))`;

export class FeePrints extends Migration {
  override up(): void {
    this.addSql(
      `create table "fee_prints" ("id" serial primary key, "part_id" int not null, "number" varchar(30) not null, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) null);`,
    );
    this.addSql(`create index "fee_prints_recorded_at_index" on "fee_prints" ("recorded_at");`);
    this.addSql(`create index "fee_prints_part_id_number_index" on "fee_prints" ("part_id", "number");`);

    this.addSql(`create or replace function "fee_prints_fee_prints_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{}'::text[] is distinct from to_jsonb(old) - '{}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of fee_prints are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "fee_prints_insert_only" BEFORE UPDATE OR DELETE on "fee_prints" for each ROW execute function "fee_prints_fee_prints_insert_only_fn"();`,
    );

    this.addSql(carryOver);

    this.addSql(plainId);
    this.addSql('reindex index fee_movements_plain_id_index');
  }
}
