import { Migration } from '@mikro-orm/migrations';

export class FeeIndexes extends Migration {
  override up(): void {
    this.addSql(`drop index fee_payments_account_index;`);
    this.addSql(`create index fee_payments_account_index on fee_payments (registration_id);`);
    this.addSql(
      `create index fee_payments_counted_index on fee_payments (registration_id) include (kind, amount) where state = 'received' and not is_test;`,
    );
  }
}
