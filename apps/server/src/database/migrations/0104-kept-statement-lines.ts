import { Migration } from '@mikro-orm/migrations';

export class KeptStatementLines extends Migration {
  override up(): void {
    this.addSql(
      `create table "kept_statement_lines" ("id" serial primary key, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) not null, "state" text not null, "method" text not null, "operator_id" varchar(64) not null, "amount" int not null, "received_on" date not null, "payer_name" varchar(200) null, "payer_phone" varchar(32) null, "note" varchar(300) null, "people" int[] not null default '{}', "amounts" int[] not null default '{}', "is_another" boolean not null default false);`,
    );

    this.addSql(
      `alter table "kept_statement_lines" add constraint "kept_statement_lines_state_check" check ("state" in ('waiting', 'notFee'));`,
    );
    this.addSql(
      `alter table "kept_statement_lines" add constraint "kept_statement_lines_method_check" check ("method" in ('mtn', 'airtel', 'bank'));`,
    );
  }
}
