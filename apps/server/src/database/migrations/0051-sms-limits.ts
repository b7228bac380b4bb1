import { Migration } from '@mikro-orm/migrations';

export class SmsLimits extends Migration {
  override up(): void {
    this.addSql(
      `create index outgoing_messages_sms_index on outgoing_messages (sent_at) where channel = 'sms';`,
    );
  }
}
