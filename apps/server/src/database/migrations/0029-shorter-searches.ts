import { Migration } from '@mikro-orm/migrations';

export class ShorterSearches extends Migration {
  override up(): void {
    // The same parts of a text, in a time that does not grow with its length squared
    this.addSql(
      `create or replace function public.syllables(text) returns text[] language sql immutable strict parallel safe cost 500 return (select array_agg(part) from (select distinct substr(pair, 1, size) as part from (select distinct letter || coalesce(next, '') as pair from (select string_to_array($1, null) as letters) as split, unnest(letters, letters[2:]) as both_ (letter, next) where letter is not null) as pairs, generate_series(1, 2) as size) as parts);`,
    );
    this.addSql(
      `create index posts_syllables_index on posts using gin (public.syllables(search)) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(`alter index posts_syllables_index alter column 1 set statistics 0;`);
    this.addSql(
      `create index posts_title_syllables_index on posts using gin (public.syllables(public.fold(title))) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(`alter index posts_title_syllables_index alter column 1 set statistics 0;`);
    this.addSql(
      `create index gallery_items_title_syllables_index on gallery_items using gin (public.syllables(public.fold(title))) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(`alter index gallery_items_title_syllables_index alter column 1 set statistics 0;`);

    this.addSql(`alter table "donations" drop constraint "donations_receipt_number_unique";`);
    this.addSql(
      `create unique index donations_receipt_number_unique on donations (receipt_number) where receipt_number is not null;`,
    );

    this.addSql(`drop index "activities_type_id_index";`);
    this.addSql(
      `create index activities_type_id_index on activities (type, id) include (entity_type, created_at);`,
    );
  }
}
