import { Migration } from '@mikro-orm/migrations';

export class MailIndex extends Migration {
  override up(): void {
    this.addSql(
      `create index outgoing_messages_next_index on outgoing_messages (channel, next_try_at) where state = 'waiting';`,
    );
  }
}
