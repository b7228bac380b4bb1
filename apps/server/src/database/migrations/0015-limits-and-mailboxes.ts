import { Migration } from '@mikro-orm/migrations';

export class LimitsAndMailboxes extends Migration {
  override up(): void {
    this.addSql(
      `create table "wrong_tries" ("key" varchar(43) not null, "tries" int not null, "last_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, primary key ("key"));`,
    );
    this.addSql(`create index "wrong_tries_ends_at_index" on "wrong_tries" ("ends_at");`);

    this.addSql(
      `create index emails_mailbox_index on emails (regexp_replace(lower(recipient), '\\+[^@]*@', '@'), sent_at) where state = 'sent';`,
    );

    this.addSql(`alter table "subscribers" add "asked_at" timestamptz(3) null;`);
  }
}
