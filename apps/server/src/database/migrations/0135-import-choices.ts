import { Migration } from '@mikro-orm/migrations';

export class ImportChoices extends Migration {
  override up(): void {
    this.addSql(
      `alter table "imports" add "menu" jsonb not null default '[]', add "takes_menu" boolean not null default false, add "site_changes" jsonb not null default '{}';`,
    );

    this.addSql(
      `alter table "import_items" add "category" varchar(200) null, add "built_in" varchar(80) null, add "replaces_text" boolean not null default false;`,
    );

    this.addSql(
      `alter table "import_pictures" add "title" varchar(300) null, add "is_document" boolean not null default false, add "is_left_out" boolean not null default false, add "paths" text[] not null default '{}';`,
    );
  }
}
