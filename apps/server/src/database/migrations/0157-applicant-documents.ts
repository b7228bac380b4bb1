import { Migration } from '@mikro-orm/migrations';

export class ApplicantDocuments extends Migration {
  override up(): void {
    // Who reads registrations with their health answers reads their documents too
    for (const table of ['accounts', 'access_links'])
      this.addSql(
        `update "${table}" set "rights" = array_append("rights", 'documents') where is_owner or "rights" @> '{registrations,health}';`,
      );

    this.addSql(
      `create table "given_answers" ("id" serial primary key, "version" int not null default 1, "registration_id" int not null, "ask" varchar(40) not null, "kind" text not null, "label" varchar(120) not null, "state" text not null, "answer" varchar(1000) null, "sealed_answer" text null, "reason" text null, "words" varchar(500) null, "decided_by" varchar(254) null, "decided_at" timestamptz(3) null, "original_seen_by" varchar(254) null, "original_seen_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now());`,
    );
    this.addSql(
      `create index given_answers_sent_index on given_answers (registration_id) where state = 'sent';`,
    );
    this.addSql(
      `alter table "given_answers" add constraint "given_answers_registration_id_ask_unique" unique ("registration_id", "ask");`,
    );

    this.addSql(
      `create table "document_pages" ("id" uuid not null, "registration_id" int null, "ask" varchar(40) not null, "hash" varchar(64) not null, "position" int not null, "format" text not null, "bytes" int not null, "sealed_key" text null, "arrived_at" timestamptz(3) null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `create index "document_pages_registration_id_index" on "document_pages" ("registration_id");`,
    );
    this.addSql(
      `alter table "document_pages" add constraint "document_pages_registration_id_ask_hash_unique" unique ("registration_id", "ask", "hash");`,
    );

    this.addSql(
      `alter table "given_answers" add constraint "given_answers_registration_id_foreign" foreign key ("registration_id") references "registrations" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "given_answers" add constraint "given_answers_kind_check" check ("kind" in ('document', 'text', 'choice', 'number', 'day', 'yesno'));`,
    );
    this.addSql(
      `alter table "given_answers" add constraint "given_answers_state_check" check ("state" in ('missing', 'sent', 'accepted', 'refused'));`,
    );
    this.addSql(
      `alter table "given_answers" add constraint "given_answers_reason_check" check ("reason" in ('blurred', 'wrongPaper', 'pageMissing', 'nameDiffers', 'other'));`,
    );

    this.addSql(
      `alter table "document_pages" add constraint "document_pages_registration_id_foreign" foreign key ("registration_id") references "registrations" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "document_pages" add constraint "document_pages_format_check" check ("format" in ('jpeg', 'pdf'));`,
    );
  }
}
