import { Migration } from '@mikro-orm/migrations';

export class DonationsAndMail extends Migration {
  override up(): void {
    this.addSql(
      `create table "donations" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "tx_ref" varchar(100) not null, "name" varchar(200) not null, "email" varchar(254) not null, "phone" varchar(32) null, "currency" text not null, "amount" int not null, "status" text not null default 'pending', "is_test" boolean not null, "paid_at" timestamptz(3) null, "receipt_number" varchar(30) null, "next_check_at" timestamptz(3) null, "checks" int not null default 0);`,
    );
    this.addSql(`alter table "donations" add constraint "donations_tx_ref_unique" unique ("tx_ref");`);
    this.addSql(
      `alter table "donations" add constraint "donations_receipt_number_unique" unique ("receipt_number");`,
    );
    this.addSql(`create index "donations_next_check_at_index" on "donations" ("next_check_at");`);
    this.addSql(
      `alter table "donations" add constraint "donations_currency_check" check ("currency" in ('USD', 'UGX', 'KES', 'EUR', 'GBP'));`,
    );
    this.addSql(
      `alter table "donations" add constraint "donations_status_check" check ("status" in ('pending', 'successful', 'failed'));`,
    );

    this.addSql(
      `create table "receipt_counters" ("year" int not null, "last" int not null, primary key ("year"));`,
    );

    this.addSql(
      `create table "payment_notices" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "event" varchar(100) null, "tx_ref" varchar(200) null, "body" text not null);`,
    );

    this.addSql(
      `create table "sandbox_payments" ("id" serial primary key, "tx_ref" varchar(100) not null, "currency" varchar(10) not null, "amount" double precision not null, "outcome" text not null, "settles_at" timestamptz(3) not null);`,
    );
    this.addSql(
      `alter table "sandbox_payments" add constraint "sandbox_payments_tx_ref_unique" unique ("tx_ref");`,
    );
    this.addSql(
      `alter table "sandbox_payments" add constraint "sandbox_payments_outcome_check" check ("outcome" in ('successful', 'failed'));`,
    );

    this.addSql(
      `create table "mails" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "kind" varchar(40) not null, "recipient" varchar(254) null, "data" jsonb not null, "state" text not null default 'waiting', "tries" int not null default 0, "next_try_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, "last_error" varchar(500) null);`,
    );
    this.addSql(`create index mails_due_index on mails (next_try_at) where state = 'waiting';`);
    this.addSql(
      `alter table "mails" add constraint "mails_state_check" check ("state" in ('waiting', 'sent', 'parked'));`,
    );
  }
}
