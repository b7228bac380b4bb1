import { Migration } from '@mikro-orm/migrations';

export class ImportLists extends Migration {
  override up(): void {
    this.addSql(`alter table "imports" add "lists" jsonb not null default '[]';`);
  }
}
