import { Migration } from '@mikro-orm/migrations';

/** Ids stay, so that webhooks and messages still name the same payment. */
const carryOver = [
  // A transaction was recorded again only after its cancellation, so what stands comes last
  `insert into fee_movements (id, recorded_at, recorded_by, kind, method, operator_id, turn, amount, received_on,
     payer_name, payer_phone, note, reason, number, code)
   select id, created_at, recorded_by, kind, method, operator_id,
     case when operator_id is null then 0 else row_number() over (
       partition by method, upper(operator_id) order by state <> 'cancelled', id) - 1 end,
     case when kind = 'refund' then -amount else amount end, received_on, payer_name, payer_phone, note,
     case when kind = 'refund' then reason end,
     case when registration_id is null then receipt_number end,
     case when registration_id is null then receipt_code end
   from fee_payments where state in ('received', 'cancelled', 'dismissed') and not is_test;`,
  `insert into fee_parts (id, recorded_at, recorded_by, movement_id, registration_id, amount, receipt_number, receipt_code)
   select movement.id, recorded_at, movement.recorded_by, movement.id, registration_id, movement.amount,
     receipt_number, receipt_code
   from fee_movements as movement join fee_payments on fee_payments.id = movement.id
   where registration_id is not null;`,
  `select setval('fee_movements_id_seq', max(id)), setval('fee_parts_id_seq', max(id)), setval('online_fees_id_seq', max(id))
   from fee_payments having count(*) > 0;`,
  `insert into fee_movements (recorded_at, kind, method, amount, received_on, reason, number, counters)
   select coalesce(cancelled_at, updated_at), 'counter', method, -amount,
     (coalesce(cancelled_at, updated_at) at time zone 'Africa/Kampala')::date, reason, cancellation_number, id
   from fee_payments where state in ('cancelled', 'dismissed') and not is_test order by 1, id;`,
  `insert into fee_parts (recorded_at, movement_id, registration_id, amount)
   select counter.recorded_at, counter.id, part.registration_id, -part.amount
   from fee_movements as counter join fee_parts as part on part.movement_id = counter.counters order by counter.id;`,
  `insert into online_fees (id, created_at, updated_at, registration_id, tx_ref, amount, state, is_test, mismatch_at,
     next_check_at, checks, heard_at, received_on, receipt_number, receipt_code)
   select id, created_at, updated_at, registration_id, operator_id, amount, state, is_test, mismatch_at,
     next_check_at, checks, created_at, case when state = 'received' then received_on end, receipt_number, receipt_code
   from fee_payments where method = 'online' and state in ('pending', 'received', 'failed');`,
  `update outgoing_messages set data = data - 'paymentId' || jsonb_build_object('partId', data->'paymentId')
     || case when data->>'receiptNumber' like 'TEST-%' then '{"isTest":true}'::jsonb else '{}'::jsonb end
   where kind in ('fee-receipt', 'fee-cancelled') and data->'paymentId' is not null;`,
];

export class FeeLedger extends Migration {
  override up(): void {
    this.addSql(
      `create table "fee_movements" ("id" serial primary key, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) null, "kind" text not null, "method" text not null, "operator_id" varchar(64) null, "turn" int not null default 0, "bank" varchar(60) null, "amount" int not null, "received_on" date not null, "payer_name" varchar(200) null, "payer_phone" varchar(32) null, "note" varchar(300) null, "reason" varchar(200) null, "counters" int null, "number" varchar(30) null, "code" varchar(26) null);`,
    );
    this.addSql(`create index "fee_movements_recorded_at_index" on "fee_movements" ("recorded_at");`);
    this.addSql(
      `alter table "fee_movements" add constraint "fee_movements_counters_unique" unique ("counters");`,
    );
    this.addSql(
      `alter table "fee_movements" add constraint "fee_movements_number_unique" unique ("number");`,
    );
    this.addSql(`alter table "fee_movements" add constraint "fee_movements_code_unique" unique ("code");`);
    this.addSql(
      `create unique index fee_movements_transaction_unique on fee_movements (method, upper(operator_id), turn);`,
    );

    this.addSql(
      `create table "fee_parts" ("id" serial primary key, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) null, "movement_id" int not null, "registration_id" int not null, "amount" int not null, "moved_from" int null, "reason" varchar(200) null, "receipt_number" varchar(30) null, "receipt_code" varchar(26) null);`,
    );
    this.addSql(`create index "fee_parts_movement_id_index" on "fee_parts" ("movement_id");`);
    this.addSql(`create index "fee_parts_moved_from_index" on "fee_parts" ("moved_from");`);
    this.addSql(
      `alter table "fee_parts" add constraint "fee_parts_receipt_number_unique" unique ("receipt_number");`,
    );
    this.addSql(
      `alter table "fee_parts" add constraint "fee_parts_receipt_code_unique" unique ("receipt_code");`,
    );
    this.addSql(`create index fee_parts_account_index on fee_parts (registration_id) include (amount);`);

    this.addSql(
      `create table "online_fees" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "registration_id" int not null, "tx_ref" varchar(64) not null, "amount" int not null, "state" text not null default 'pending', "is_test" boolean not null default false, "mismatch_at" timestamptz(3) null, "next_check_at" timestamptz(3) null, "checks" int not null default 0, "heard_at" timestamptz(3) not null default now(), "received_on" date null, "receipt_number" varchar(30) null, "receipt_code" varchar(26) null);`,
    );
    this.addSql(`create index "online_fees_registration_id_index" on "online_fees" ("registration_id");`);
    this.addSql(`create index "online_fees_next_check_at_index" on "online_fees" ("next_check_at");`);
    this.addSql(
      `alter table "online_fees" add constraint "online_fees_receipt_number_unique" unique ("receipt_number");`,
    );
    this.addSql(
      `alter table "online_fees" add constraint "online_fees_receipt_code_unique" unique ("receipt_code");`,
    );
    this.addSql(`create unique index online_fees_tx_ref_unique on online_fees (upper(tx_ref));`);

    for (const sql of carryOver) this.addSql(sql);
    this.addSql(`drop table "fee_payments";`);

    this.addSql(
      `alter table "fee_movements" add constraint "fee_movements_kind_check" check ("kind" in ('payment', 'refund', 'counter'));`,
    );
    this.addSql(
      `alter table "fee_movements" add constraint "fee_movements_method_check" check ("method" in ('online', 'mtn', 'airtel', 'bank', 'cash', 'cheque'));`,
    );
    this.addSql(`create or replace function "fee_movements_fee_movements_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{payer_name,payer_phone,note,reason}'::text[] is distinct from to_jsonb(old) - '{payer_name,payer_phone,note,reason}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of fee_movements are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "fee_movements_insert_only" BEFORE UPDATE OR DELETE on "fee_movements" for each ROW execute function "fee_movements_fee_movements_insert_only_fn"();`,
    );

    this.addSql(`create or replace function "fee_parts_fee_parts_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{reason}'::text[] is distinct from to_jsonb(old) - '{reason}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of fee_parts are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "fee_parts_insert_only" BEFORE UPDATE OR DELETE on "fee_parts" for each ROW execute function "fee_parts_fee_parts_insert_only_fn"();`,
    );

    this.addSql(
      `alter table "online_fees" add constraint "online_fees_state_check" check ("state" in ('pending', 'received', 'failed'));`,
    );
  }
}
