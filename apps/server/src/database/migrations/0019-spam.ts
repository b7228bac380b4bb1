import { Migration } from '@mikro-orm/migrations';

export class Spam extends Migration {
  override up(): void {
    this.addSql(`alter table "messages" add "is_spam" boolean not null default false;`);
  }
}
