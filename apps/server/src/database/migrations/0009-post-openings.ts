import { Migration } from '@mikro-orm/migrations';

export class PostOpenings extends Migration {
  override up(): void {
    // As `postText` of the contract: inline tags leave no gap in a word
    this.addSql(
      `create function public.article_text(text) returns text language sql immutable strict parallel safe return btrim(regexp_replace(replace(replace(replace(replace(regexp_replace(regexp_replace($1, '</?(strong|b|em|i|u|s|sub|sup|a|code)\\y[^>]*>', '', 'g'), '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '\\s+', ' ', 'g'));`,
    );
    this.addSql(`alter table "posts" drop column "search";`);
    this.addSql(
      `alter table "posts" add "opening" text generated always as (left(article_text(content), 1000)) stored null, add "search" text generated always as (fold(coalesce(title, '') || ' ' || coalesce(article_text(content), ''))) stored null;`,
    );
    this.addSql(`drop function public.without_tags(text);`);
  }
}
