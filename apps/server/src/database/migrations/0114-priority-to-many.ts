import { Migration } from '@mikro-orm/migrations';

export class PriorityToMany extends Migration {
  override up(): void {
    // What visitors cause makes room for messages to many
    this.addSql(`update "outgoing_messages" set "priority" = 3 where "priority" = 2;`);
    this.addSql(`update "outgoing_messages" set "priority" = 2 where "kind" = 'message-to-many';`);
  }
}
