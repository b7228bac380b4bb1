import { Migration } from '@mikro-orm/migrations';

export class NewAccountsWithoutHealthAnswers extends Migration {
  override up(): void {
    this.addSql(`alter table "accounts" alter column "may_read_medical" set default false;`);
  }
}
