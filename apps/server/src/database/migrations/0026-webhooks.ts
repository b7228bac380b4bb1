import { Migration } from '@mikro-orm/migrations';

export class Webhooks extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhooks" ("id" serial primary key, "created_at" timestamptz(3) not null, "url" varchar(500) not null, "description" varchar(200) null, "events" text[] not null, "secret" varchar(200) null, "former_secret" varchar(200) null, "former_secret_until" timestamptz(3) null, "is_active" boolean not null default true, "ended_by" text null, "failing_since" timestamptz(3) null, "account_id" int null);`,
    );

    this.addSql(
      `create table "webhook_deliveries" ("id" serial primary key, "webhook_id" int not null, "message_id" uuid not null default gen_random_uuid(), "type" varchar(40) not null, "data" jsonb not null, "created_at" timestamptz(3) not null, "state" text not null default 'waiting', "tries" int not null default 0, "next_try_at" timestamptz(3) not null, "last_try_at" timestamptz(3) null, "last_status" int null, "last_error" varchar(300) null, "delivered_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "webhook_deliveries_created_at_index" on "webhook_deliveries" ("created_at");`);
    this.addSql(
      `create index webhook_deliveries_due_index on webhook_deliveries (webhook_id, next_try_at, id) where state = 'waiting';`,
    );
    this.addSql(
      `create index "webhook_deliveries_webhook_id_id_index" on "webhook_deliveries" ("webhook_id", "id");`,
    );

    this.addSql(
      `alter table "webhooks" add constraint "webhooks_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "webhooks" add constraint "webhooks_ended_by_check" check ("ended_by" in ('gone', 'failing'));`,
    );

    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_webhook_id_foreign" foreign key ("webhook_id") references "webhooks" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_state_check" check ("state" in ('waiting', 'delivered', 'failed'));`,
    );
  }
}
