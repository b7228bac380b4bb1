import { Migration } from '@mikro-orm/migrations';

export class MessageFiles extends Migration {
  override up(): void {
    this.addSql(`alter table "outgoing_messages" add "is_file" boolean not null default false;`);
    // Gateways number what they send; of older emails nobody knows
    this.addSql(
      `update outgoing_messages set is_file = true where channel = 'sms' and sent_at is not null and provider_id is null;`,
    );
  }
}
