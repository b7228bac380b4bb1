import { Migration } from '@mikro-orm/migrations';

export class UploadNames extends Migration {
  override up(): void {
    this.addSql(`alter table "uploads" add "name" varchar(200) null;`);
  }
}
