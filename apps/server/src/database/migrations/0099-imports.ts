import { Migration } from '@mikro-orm/migrations';

export class Imports extends Migration {
  override up(): void {
    this.addSql(
      `create table "imports" ("id" serial primary key, "kind" text not null, "state" text not null default 'planned', "actor" jsonb not null, "left_out" jsonb not null default '[]', "done" int not null default 0, "total" int not null default 0, "tries" int not null default 0, "next_try_at" timestamptz(3) null, "last_error" text null, "redirects" int[] not null default '{}', "created_at" timestamptz(3) not null);`,
    );

    this.addSql(
      `create table "import_items" ("id" serial primary key, "import_id" int not null, "source" varchar(64) not null, "hash" varchar(64) not null, "type" varchar(30) not null, "title" varchar(300) not null, "input" jsonb null, "found" jsonb null, "paths" text[] not null, "item_id" int null, "version" int null, "before" jsonb null);`,
    );
    this.addSql(`create index "import_items_source_index" on "import_items" ("source");`);
    this.addSql(`create index "import_items_import_index" on "import_items" ("import_id");`);

    this.addSql(
      `create table "import_pictures" ("id" serial primary key, "import_id" int not null, "address" varchar(2000) not null, "sent" varchar(60) null, "upload" jsonb null, "error" varchar(500) null);`,
    );
    this.addSql(
      `alter table "import_pictures" add constraint "import_pictures_address_unique" unique ("import_id", "address");`,
    );

    this.addSql(
      `alter table "imports" add constraint "imports_kind_check" check ("kind" in ('wordpress', 'alumni', 'coaches', 'programs'));`,
    );
    this.addSql(
      `alter table "imports" add constraint "imports_state_check" check ("state" in ('planned', 'running', 'done', 'failed', 'undone'));`,
    );

    this.addSql(
      `alter table "import_items" add constraint "import_items_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "import_pictures" add constraint "import_pictures_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade;`,
    );
  }
}
