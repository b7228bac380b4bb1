import { Migration } from '@mikro-orm/migrations';

export class ReceiptProof extends Migration {
  override up(): void {
    this.addSql(
      `alter table "donations" add "mismatch_at" timestamptz(3) null, add "receipt_code" varchar(12) null;`,
    );
    // The first twelve digits of such an identifier are all random
    this.addSql(
      `update "donations" set "receipt_code" = upper(left(replace(gen_random_uuid()::text, '-', ''), 12)) where "receipt_number" is not null;`,
    );
    this.addSql(
      `alter table "donations" add constraint "donations_receipt_code_unique" unique ("receipt_code");`,
    );
  }
}
