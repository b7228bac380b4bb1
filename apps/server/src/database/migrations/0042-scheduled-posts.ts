import { Migration } from '@mikro-orm/migrations';

export class ScheduledPosts extends Migration {
  override up(): void {
    this.addSql(
      `create index posts_scheduled_index on posts (publish_at) where status = 'scheduled' and deleted_at is null;`,
    );
  }
}
