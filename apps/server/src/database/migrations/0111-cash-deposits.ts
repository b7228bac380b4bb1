import { Migration } from '@mikro-orm/migrations';

export class CashDeposits extends Migration {
  override up(): void {
    this.addSql(`alter table "fee_movements" drop constraint "fee_movements_kind_check";`);
    this.addSql(
      `alter table "fee_movements" add constraint "fee_movements_kind_check" check ("kind" in ('payment', 'refund', 'counter', 'deposit'));`,
    );
  }
}
