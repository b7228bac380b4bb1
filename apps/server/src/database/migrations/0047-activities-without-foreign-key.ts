import { Migration } from '@mikro-orm/migrations';

export class ActivitiesWithoutForeignKey extends Migration {
  /** The log names accounts as they were, and does not depend on their table. */
  override up(): void {
    this.addSql(`alter table "activities" drop constraint "activities_account_id_foreign";`);
  }
}
