import { Migration } from '@mikro-orm/migrations';

const former = 'Five short steps, about ten minutes. It costs nothing and you can go back at any time.';
const neutral = 'Five steps. You can go back to each of them.';

export class ReadTexts extends Migration {
  override up(): void {
    this.addSql(`alter table "site" add "read_parts" jsonb not null default '[]';`);
    // Every save stores the defaults too. What the office wrote itself stays, and so do legal texts.
    this.addSql(`update site set content = jsonb_set(content::jsonb, '{pages,registration,intro}', '"${neutral}"'),
      version = version + 1
      where content::jsonb #>> '{pages,registration,intro}' = '${former}';`);
  }
}
