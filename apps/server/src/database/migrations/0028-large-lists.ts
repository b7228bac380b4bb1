import { Migration } from '@mikro-orm/migrations';

export class LargeLists extends Migration {
  override up(): void {
    this.addSql(`drop index "activities_created_at_index";`);
    this.addSql(`create index "activities_created_at_id_index" on "activities" ("created_at", "id");`);
    this.addSql(`create index "activities_user_email_id_index" on "activities" ("user_email", "id");`);

    this.addSql(`create index "donations_created_at_id_index" on "donations" ("created_at", "id");`);
    this.addSql(`create index "donations_updated_at_id_index" on "donations" ("updated_at", "id");`);
    this.addSql(`create index "donations_name_id_index" on "donations" ("name", "id");`);
    this.addSql(`create index "donations_amount_id_index" on "donations" ("amount", "id");`);
    this.addSql(`create index "donations_method_id_index" on "donations" ("method", "id");`);
    this.addSql(`create index "donations_receipt_number_id_index" on "donations" ("receipt_number", "id");`);
    this.addSql(`create index "donations_currency_id_index" on "donations" ("currency", "id");`);
    this.addSql(`create index donations_status_index on donations (status, id) include (currency);`);
    this.addSql(`create index donations_date_index on donations (coalesce(paid_at, created_at), id);`);
    this.addSql(
      `create index donations_received_index on donations (paid_at) include (currency, amount) where status = 'successful' and not is_test;`,
    );
    this.addSql(
      `create index donations_search_index on donations using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(
      `create index donations_syllables_index on donations using gin (public.syllables(search)) with (gin_pending_list_limit = 512);`,
    );
    // As for the registrations, statistics of syllables would cost every ANALYZE seconds, and nobody asks them
    this.addSql(`alter index donations_syllables_index alter column 1 set statistics 0;`);

    this.addSql(
      `create index gallery_items_newest_index on gallery_items (created_at, id) include (type) where deleted_at is null;`,
    );
    this.addSql(
      `create index gallery_items_category_index on gallery_items (category, created_at, id) include (type) where deleted_at is null;`,
    );
    this.addSql(
      `create index gallery_items_changed_index on gallery_items (updated_at, id) where deleted_at is null;`,
    );
    this.addSql(
      `create index gallery_items_title_index on gallery_items (title, id) where deleted_at is null;`,
    );
    this.addSql(
      `create index gallery_items_date_index on gallery_items (date, id) where deleted_at is null;`,
    );
    this.addSql(
      `create index gallery_items_search_index on gallery_items using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(
      `create index gallery_items_syllables_index on gallery_items using gin (public.syllables(search)) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(`alter index gallery_items_syllables_index alter column 1 set statistics 0;`);
    this.addSql(
      `create index gallery_items_words_index on gallery_items using gin (public.fold(title) public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(
      `create index gallery_items_trash_index on gallery_items (deleted_at) where deleted_at is not null;`,
    );

    this.addSql(
      `create index posts_newest_index on posts (created_at, id) include (status, publish_at) where deleted_at is null;`,
    );
    this.addSql(
      `create index posts_category_index on posts (category, created_at, id) include (status, publish_at) where deleted_at is null;`,
    );
    this.addSql(`create index posts_changed_index on posts (updated_at, id) where deleted_at is null;`);
    this.addSql(`create index posts_title_index on posts (title, id) where deleted_at is null;`);
    this.addSql(
      `create index posts_search_index on posts using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(
      `create index posts_words_index on posts using gin (public.fold(title) public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(`create index posts_trash_index on posts (deleted_at) where deleted_at is not null;`);

    this.addSql(
      `create index registrations_trash_index on registrations (deleted_at) where deleted_at is not null;`,
    );
  }
}
