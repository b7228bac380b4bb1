import { Migration } from '@mikro-orm/migrations';

export class AccessAndActivity extends Migration {
  override up(): void {
    this.addSql(
      `create table "access_links" ("id" uuid not null, "purpose" text not null, "email" varchar(254) not null, "token_hash" varchar(64) not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_purpose_email_unique" unique ("purpose", "email");`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_purpose_check" check ("purpose" in ('invitation', 'password-reset'));`,
    );

    this.addSql(`alter table "accounts" add "last_sign_in_at" timestamptz(3) null;`);
    this.addSql(
      `update "accounts" set "last_sign_in_at" = (select max("created_at") from "activities" where "account_id" = "accounts"."id" and "type" in ('login', 'signup'));`,
    );

    this.addSql(`create index "activities_account_id_id_index" on "activities" ("account_id", "id");`);
    this.addSql(`create index "activities_type_id_index" on "activities" ("type", "id");`);
    this.addSql(`create index "activities_entity_type_id_index" on "activities" ("entity_type", "id");`);
  }
}
