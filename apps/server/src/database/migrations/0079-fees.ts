import { Migration } from '@mikro-orm/migrations';

export class Fees extends Migration {
  override up(): void {
    this.addSql(
      `create table "charges" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "registration_id" int not null, "kind" text not null, "label" varchar(40) not null, "amount" int not null, "due_on" date not null, "reason" varchar(200) null, "reverses" int null, "recorded_by" varchar(254) null);`,
    );
    this.addSql(`alter table "charges" add constraint "charges_reverses_unique" unique ("reverses");`);
    this.addSql(`create index charges_account_index on charges (registration_id, due_on) include (amount);`);

    this.addSql(
      `create table "fee_payments" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "registration_id" int null, "kind" text not null default 'payment', "method" text not null, "operator_id" varchar(64) null, "amount" int not null, "state" text not null default 'pending', "received_on" date not null, "payer_name" varchar(200) null, "payer_phone" varchar(32) null, "note" varchar(300) null, "is_test" boolean not null default false, "receipt_number" varchar(30) null, "receipt_code" varchar(26) null, "cancellation_number" varchar(30) null, "cancelled_at" timestamptz(3) null, "reason" varchar(200) null, "recorded_by" varchar(254) null);`,
    );
    this.addSql(
      `alter table "fee_payments" add constraint "fee_payments_receipt_number_unique" unique ("receipt_number");`,
    );
    this.addSql(
      `alter table "fee_payments" add constraint "fee_payments_receipt_code_unique" unique ("receipt_code");`,
    );
    this.addSql(
      `alter table "fee_payments" add constraint "fee_payments_cancellation_number_unique" unique ("cancellation_number");`,
    );
    this.addSql(
      `create index fee_payments_account_index on fee_payments (registration_id) include (kind, amount, state, is_test);`,
    );
    this.addSql(
      `create unique index fee_payments_operator_unique on fee_payments (method, upper(operator_id)) where state <> 'cancelled';`,
    );

    this.addSql(`alter table "access_links" add "may_keep_fees" boolean not null default false;`);

    this.addSql(`alter table "accounts" add "may_keep_fees" boolean not null default false;`);

    this.addSql(
      `alter table "charges" add constraint "charges_kind_check" check ("kind" in ('instalment', 'extra', 'opening', 'discount', 'reversal'));`,
    );
    this.addSql(
      `create or replace function "charges_charges_insert_only_fn"() returns trigger as $$ begin raise exception 'Rows of charges are only inserted'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "charges_insert_only" BEFORE UPDATE OR DELETE on "charges" for each ROW execute function "charges_charges_insert_only_fn"();`,
    );

    this.addSql(
      `alter table "fee_payments" add constraint "fee_payments_kind_check" check ("kind" in ('payment', 'refund'));`,
    );
    this.addSql(
      `alter table "fee_payments" add constraint "fee_payments_method_check" check ("method" in ('online', 'mtn', 'airtel', 'bank', 'cash', 'cheque'));`,
    );
    this.addSql(
      `alter table "fee_payments" add constraint "fee_payments_state_check" check ("state" in ('pending', 'received', 'cancelled', 'failed', 'dismissed'));`,
    );
    this.addSql('update accounts set may_keep_fees = true where is_owner;');
  }
}
