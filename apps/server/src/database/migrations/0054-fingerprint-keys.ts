import { Migration } from '@mikro-orm/migrations';

export class FingerprintKeys extends Migration {
  override up(): void {
    this.addSql(`create table "fingerprint_keys" ("id" serial primary key, "secret" text null);`);
  }
}
