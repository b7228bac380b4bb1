import { Migration } from '@mikro-orm/migrations';

export class NewsByPublication extends Migration {
  override up(): void {
    this.addSql(`alter table "posts" add "published_at" timestamptz(3) null;`);
    this.addSql(
      `update posts set published_at = case status when 'published' then created_at when 'scheduled' then publish_at end;`,
    );
    this.addSql(`drop index posts_newest_index;`);
    this.addSql(`drop index posts_category_index;`);
    this.addSql(
      `create index posts_newest_index on posts (published_at, id) include (status, publish_at) where deleted_at is null;`,
    );
    this.addSql(
      `create index posts_category_index on posts (category, published_at, id) include (status, publish_at) where deleted_at is null;`,
    );
    this.addSql(`create index posts_created_index on posts (created_at, id) where deleted_at is null;`);
  }
}
