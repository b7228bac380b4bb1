import { Migration } from '@mikro-orm/migrations';

export class ContentVersions extends Migration {
  override up(): void {
    this.addSql(
      `create table "content_versions" ("id" serial primary key, "entity_type" varchar(20) not null, "item_id" int not null, "number" int not null, "fields" jsonb not null, "user_email" varchar(254) null, "created_at" timestamptz(3) not null);`,
    );
    this.addSql(
      `alter table "content_versions" add constraint "content_versions_entity_type_item_id_number_unique" unique ("entity_type", "item_id", "number");`,
    );
    this.addSql(
      `create index "activities_entity_type_entity_id_index" on "activities" ("entity_type", "entity_id");`,
    );
  }
}
