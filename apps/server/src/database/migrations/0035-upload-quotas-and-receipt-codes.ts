import { Migration } from '@mikro-orm/migrations';

export class UploadQuotasAndReceiptCodes extends Migration {
  override up(): void {
    this.addSql(
      `create table "upload_quotas" ("caller" varchar(30) not null, "day" date not null, "bytes" bigint not null, primary key ("caller"));`,
    );

    this.addSql(`alter table "donations" alter column "receipt_code" type varchar(26);`);
  }
}
