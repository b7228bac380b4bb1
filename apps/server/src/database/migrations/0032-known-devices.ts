import { Migration } from '@mikro-orm/migrations';

export class KnownDevices extends Migration {
  override up(): void {
    this.addSql(`alter table "accounts" add "device_key" uuid not null default gen_random_uuid();`);
  }
}
