import { Migration } from '@mikro-orm/migrations';

export class OnlineFees extends Migration {
  override up(): void {
    this.addSql(
      `alter table "fee_payments" add "mismatch_at" timestamptz(3) null, add "next_check_at" timestamptz(3) null, add "checks" int not null default 0;`,
    );
    this.addSql(`create index "fee_payments_next_check_at_index" on "fee_payments" ("next_check_at");`);
  }
}
