import { Migration } from '@mikro-orm/migrations';

export class DonationRecords extends Migration {
  override up(): void {
    this.addSql(
      `alter table "donations" add "recorded_at" timestamptz(3) null, add "recorded_by" varchar(254) null, add "cancelled_by" varchar(254) null;`,
    );
  }
}
