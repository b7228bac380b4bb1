import { Migration } from '@mikro-orm/migrations';

export class DocumentNames extends Migration {
  override up(): void {
    this.addSql(`alter table "uploads" drop constraint "uploads_hash_unique";`);
    this.addSql(`alter table "uploads" add "stored_url" varchar(2000) null;`);
    this.addSql(`create index "uploads_hash_index" on "uploads" ("hash");`);
    this.addSql(`alter table "uploads" add constraint "uploads_url_unique" unique ("url");`);
  }
}
