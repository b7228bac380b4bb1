import { Migration } from '@mikro-orm/migrations';

export class PostPictures extends Migration {
  override up(): void {
    this.addSql(
      `create function public.post_picture(text) returns text language sql immutable strict parallel safe return left(substring($1 from '<img [^<>]*>'), 4000);`,
    );
    this.addSql(
      `alter table "posts" add "first_picture" text generated always as (post_picture(content)) stored null;`,
    );
  }
}
