import { Migration } from '@mikro-orm/migrations';

export class NoticeProvider extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_notices" add "provider" varchar(20) null;`);
  }
}
