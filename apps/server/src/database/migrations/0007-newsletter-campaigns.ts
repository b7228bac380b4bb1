import { Migration } from '@mikro-orm/migrations';

export class NewsletterCampaigns extends Migration {
  override up(): void {
    this.addSql(
      `create table "newsletter_campaigns" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "subject" varchar(200) not null, "body" text not null, "post_id" int null, "article" jsonb null, "state" text not null default 'draft', "started_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "search" text generated always as (fold(coalesce(subject, '') || ' ' || coalesce(body, ''))) stored null);`,
    );
    this.addSql(
      `create table "newsletter_deliveries" ("id" serial primary key, "campaign_id" int not null, "subscriber_id" int null, "mail_id" int null, "is_skipped" boolean not null default false);`,
    );
    this.addSql(
      `create index "newsletter_deliveries_subscriber_id_index" on "newsletter_deliveries" ("subscriber_id");`,
    );
    this.addSql(
      `alter table "newsletter_deliveries" add constraint "newsletter_deliveries_mail_id_unique" unique ("mail_id");`,
    );
    this.addSql(
      `alter table "newsletter_deliveries" add constraint "newsletter_deliveries_campaign_id_subscriber_id_unique" unique ("campaign_id", "subscriber_id");`,
    );
    this.addSql(
      `create index contact_submissions_unread_index on contact_submissions (id) where read_at is null and deleted_at is null;`,
    );
    this.addSql(`alter table "mails" drop constraint "mails_state_check";`);
    this.addSql(`alter table "mails" add "priority" smallint not null default 0;`);
    this.addSql(
      `alter table "mails" add constraint "mails_state_check" check ("state" in ('waiting', 'sent', 'parked', 'held'));`,
    );
    this.addSql(`drop index mails_due_index;`);
    this.addSql(`create index mails_due_index on mails (priority, next_try_at) where state = 'waiting';`);
    this.addSql(
      `alter table "newsletter_subscribers" add "search" text generated always as (fold(coalesce(email, ''))) stored null;`,
    );
    this.addSql(
      `alter table "newsletter_campaigns" add constraint "newsletter_campaigns_post_id_foreign" foreign key ("post_id") references "posts" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "newsletter_campaigns" add constraint "newsletter_campaigns_state_check" check ("state" in ('draft', 'sending', 'stopped', 'sent'));`,
    );
    this.addSql(
      `alter table "newsletter_deliveries" add constraint "newsletter_deliveries_campaign_id_foreign" foreign key ("campaign_id") references "newsletter_campaigns" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "newsletter_deliveries" add constraint "newsletter_deliveries_subscriber_id_foreign" foreign key ("subscriber_id") references "newsletter_subscribers" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "newsletter_deliveries" add constraint "newsletter_deliveries_mail_id_foreign" foreign key ("mail_id") references "mails" ("id") on delete set null;`,
    );
  }
}
