import { Migration } from '@mikro-orm/migrations';

export class FeeReminders extends Migration {
  override up(): void {
    this.addSql(`alter table "intakes" add "reminds_of_fees" boolean not null default true;`);
  }
}
