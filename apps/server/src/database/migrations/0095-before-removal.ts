import { Migration } from '@mikro-orm/migrations';

export class BeforeRemoval extends Migration {
  override up(): void {
    this.addSql(`alter table "site" add "before_removal" jsonb null;`);
  }
}
