import { Migration } from '@mikro-orm/migrations';

export class ApiKeys extends Migration {
  override up(): void {
    this.addSql(
      `create table "api_keys" ("id" serial primary key, "created_at" timestamptz(3) not null, "name" varchar(100) not null, "prefix" varchar(20) not null, "hash" varchar(64) not null, "scopes" text[] not null, "account_id" int null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null);`,
    );
    this.addSql(`alter table "api_keys" add constraint "api_keys_prefix_unique" unique ("prefix");`);

    this.addSql(
      `alter table "api_keys" add constraint "api_keys_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete set null;`,
    );
  }
}
