import { Migration } from '@mikro-orm/migrations';

export class Backups extends Migration {
  override up(): void {
    this.addSql(
      `create table "backups" ("id" serial primary key, "rows" int not null, "files" int not null, "missing" int not null, "made_at" timestamptz(3) not null);`,
    );
  }
}
