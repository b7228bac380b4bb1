import { Migration } from '@mikro-orm/migrations';

export class Documents extends Migration {
  override up(): void {
    this.addSql(`alter table "uploads" alter column "height" drop not null;`);
    this.addSql(`alter table "uploads" alter column "width" drop not null;`);
  }
}
