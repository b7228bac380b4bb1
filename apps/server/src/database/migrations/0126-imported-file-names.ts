import { Migration } from '@mikro-orm/migrations';

export class ImportedFileNames extends Migration {
  override up(): void {
    this.addSql(`alter table "imports" add "file_name" varchar(255) null;`);
  }
}
