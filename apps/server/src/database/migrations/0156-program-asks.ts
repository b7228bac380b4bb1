import { Migration } from '@mikro-orm/migrations';

export class ProgramAsks extends Migration {
  override up(): void {
    this.addSql(`alter table "programs" add "asks" jsonb not null default '[]';`);
  }
}
