import { Migration } from '@mikro-orm/migrations';

export class RegistrationHistory extends Migration {
  override up(): void {
    this.addSql(
      `create table "registration_changes" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "registration_id" int not null, "account_id" int null, "user_email" varchar(254) null, "from_status" text not null, "to_status" text not null, "note" varchar(2000) null);`,
    );
    this.addSql(
      `create index "registration_changes_registration_id_index" on "registration_changes" ("registration_id");`,
    );
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_registration_id_foreign" foreign key ("registration_id") references "registrations" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_from_status_check" check ("from_status" in ('new', 'reviewing', 'accepted', 'rejected', 'withdrawn'));`,
    );
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_to_status_check" check ("to_status" in ('new', 'reviewing', 'accepted', 'rejected', 'withdrawn'));`,
    );

    // In a schema by name, as the functions are: a dump restores with an empty search path
    this.addSql(`create extension if not exists pg_trgm with schema public;`);
    // What trigrams cannot serve: searches of one or two letters
    this.addSql(
      `create function public.syllables(text) returns text[] language sql immutable strict parallel safe cost 500 return (select array_agg(substr($1, n, size)) from generate_series(1, length($1)) as n, generate_series(1, 2) as size);`,
    );
    this.addSql(
      `create function public.dialled(text) returns text language sql immutable strict parallel safe return regexp_replace(regexp_replace($1, '\\D', '', 'g'), '^0(?=[1-9])', '256');`,
    );

    this.addSql(
      `create index contact_submissions_search_index on contact_submissions using gin (search public.gin_trgm_ops);`,
    );
    this.addSql(
      `create index registrations_newest_index on registrations (created_at desc, id desc) where deleted_at is null;`,
    );
    this.addSql(
      `create index registrations_status_index on registrations (status, created_at desc, id desc) where deleted_at is null;`,
    );
    this.addSql(
      `create index registrations_search_index on registrations using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(
      `create index registrations_syllables_index on registrations using gin (public.syllables(search)) with (gin_pending_list_limit = 512);`,
    );
    // Statistics of two hundred syllables for each row would cost every ANALYZE seconds, and nobody asks them
    this.addSql(`alter index registrations_syllables_index alter column 1 set statistics 0;`);
    this.addSql(
      `create index registrations_email_index on registrations (lower(email)) where deleted_at is null;`,
    );
    this.addSql(
      `create index registrations_phone_index on registrations (public.dialled(phone)) where deleted_at is null;`,
    );
    this.addSql(
      `create index registrations_person_index on registrations (date_of_birth, public.fold(first_name || ' ' || last_name)) where deleted_at is null;`,
    );
  }
}
