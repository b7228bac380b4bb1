import { Migration } from '@mikro-orm/migrations';

export class ReceiptSeries extends Migration {
  override up(): void {
    this.addSql(`alter table "receipt_counters" drop constraint "receipt_counters_pkey";`);
    this.addSql(`alter table "receipt_counters" add "series" varchar(4) not null default 'RCP';`);
    this.addSql(`alter table "receipt_counters" add primary key ("series", "year");`);
  }
}
