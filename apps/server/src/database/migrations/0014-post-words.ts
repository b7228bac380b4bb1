import { Migration } from '@mikro-orm/migrations';

export class PostWords extends Migration {
  override up(): void {
    // The generated columns of `posts` follow the function's new name by themselves.
    this.addSql(`alter function article_text(text) rename to post_text;`);
    this.addSql(`alter table "campaigns" rename column "article" to "post_copy";`);
  }
}
