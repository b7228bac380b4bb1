import { Migration } from '@mikro-orm/migrations';

export class Instalments extends Migration {
  override up(): void {
    this.addSql(`alter table "programs" add "instalments" jsonb not null default '[]';`);

    this.addSql(`alter table "intakes" add "instalments" jsonb not null default '[]';`);
  }
}
