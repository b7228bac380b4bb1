import { Migration } from '@mikro-orm/migrations';

export class Pages extends Migration {
  override up(): void {
    this.addSql(
      `create table "pages" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "is_demo" boolean not null default false, "status" text not null default 'published', "publish_at" timestamptz(3) null, "image_alt" varchar(200) null, "title" varchar(200) not null, "path" varchar(80) not null, "content" text not null, "image_url" varchar(2000) null, "in_menu" boolean not null default false, "position" int not null default 0, "search" text generated always as (fold(coalesce(title, '') || ' ' || coalesce(post_text(content), ''))) stored null);`,
    );

    this.addSql(
      `alter table "pages" add constraint "pages_status_check" check ("status" in ('draft', 'published', 'scheduled'));`,
    );
  }
}
