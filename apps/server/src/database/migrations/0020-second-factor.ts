import { Migration } from '@mikro-orm/migrations';

export class SecondFactor extends Migration {
  override up(): void {
    this.addSql(
      `create table "recovery_codes" ("hash" varchar(64) not null, "account_id" int not null, primary key ("hash"));`,
    );
    this.addSql(`create index "recovery_codes_account_id_index" on "recovery_codes" ("account_id");`);

    this.addSql(
      `create table "sign_in_rules" ("id" serial primary key, "demands_second_factor" boolean not null default false);`,
    );

    this.addSql(
      `alter table "accounts" add "second_factor_at" timestamptz(3) null, add "second_factor_secret" varchar(200) null, add "second_factor_step" int null;`,
    );

    this.addSql(`alter table "sessions" add "confirmed_at" timestamptz(3) null;`);

    this.addSql(
      `alter table "recovery_codes" add constraint "recovery_codes_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`,
    );
  }
}
