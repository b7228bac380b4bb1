import { Migration } from '@mikro-orm/migrations';

export class NewsletterTokens extends Migration {
  override up(): void {
    this.addSql(`alter table "subscribers" add "left_hash" varchar(43) null;`);
    this.addSql(`alter table "subscribers" alter column "email" drop not null;`);
    this.addSql(`create index "subscribers_left_hash_index" on "subscribers" ("left_hash");`);
    // The devices of visitors: nothing leads from these entries to a subscriber who is erased
    this.addSql(
      `update activities set ip_address = null, user_agent = null where entity_type = 'newsletter' and entity_id is null and user_email is null;`,
    );
  }
}
