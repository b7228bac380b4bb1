import { Migration } from '@mikro-orm/migrations';

export class LegalVersions extends Migration {
  override up(): void {
    this.addSql(
      `create table "legal_versions" ("version" varchar(20) not null, "texts" jsonb not null, "created_at" timestamptz(3) not null, primary key ("version"));`,
    );
  }
}
