import { Migration } from '@mikro-orm/migrations';

export class ImportSites extends Migration {
  override up(): void {
    this.addSql(`alter table "imports" add "site" varchar(500) null;`);
  }
}
