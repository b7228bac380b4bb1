import { Migration } from '@mikro-orm/migrations';

export class ImportMenuPages extends Migration {
  override up(): void {
    this.addSql(`alter table "imports" add "menu_pages" int[] not null default '{}';`);
  }
}
