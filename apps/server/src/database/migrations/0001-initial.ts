import { Migration } from '@mikro-orm/migrations';

export class Initial extends Migration {
  override up(): void {
    // `unaccent` itself is not immutable, which an index and a generated column need; schema-qualified for pg_dump
    this.addSql(`create extension if not exists unaccent with schema public;`);
    this.addSql(
      `create function public.fold(text) returns text language sql immutable strict parallel safe return lower(public.unaccent('public.unaccent', $1));`,
    );
    this.addSql(
      `create function public.words(text[]) returns text language sql immutable strict parallel safe return array_to_string($1, ' ');`,
    );
    this.addSql(
      `create function public.without_tags(text) returns text language sql immutable strict parallel safe return regexp_replace($1, '<[^>]*>', ' ', 'g');`,
    );

    this.addSql(
      `create table "accounts" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "email" varchar(254) not null, "password_hash" varchar(200) not null, "is_owner" boolean not null default false, "deactivated_at" timestamptz(3) null);`,
    );
    this.addSql(`alter table "accounts" add constraint "accounts_email_unique" unique ("email");`);

    this.addSql(
      `create table "activities" ("id" serial primary key, "type" text not null, "description" varchar(500) not null, "entity_type" text not null, "entity_id" int null, "account_id" int null, "user_email" varchar(254) null, "ip_address" varchar(45) null, "user_agent" varchar(500) null, "created_at" timestamptz(3) not null default now());`,
    );
    this.addSql(`create index "activities_created_at_index" on "activities" ("created_at");`);
    this.addSql(
      `alter table "activities" add constraint "activities_type_check" check ("type" in ('create', 'update', 'delete', 'restore', 'purge', 'view', 'export', 'login', 'logout', 'signup'));`,
    );
    this.addSql(
      `alter table "activities" add constraint "activities_entity_type_check" check ("entity_type" in ('post', 'program', 'coach', 'facility', 'gallery', 'alumni', 'registration', 'contact', 'newsletter', 'donation', 'account', 'site', 'upload'));`,
    );

    this.addSql(
      `create table "alumni" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "image_alt" varchar(200) null, "name" varchar(200) not null, "position" varchar(200) not null, "current_team" varchar(200) null, "graduation_year" int not null, "category" text not null, "achievements" text[] not null, "image" varchar(2000) not null, "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(current_team, '') || ' ' || coalesce(position, ''))) stored null);`,
    );
    this.addSql(
      `alter table "alumni" add constraint "alumni_category_check" check ("category" in ('professional', 'college', 'youth'));`,
    );

    this.addSql(
      `create table "coaches" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "image_alt" varchar(200) null, "name" varchar(200) not null, "role" varchar(200) not null, "bio" text not null, "specialties" text[] not null, "image_url" varchar(2000) null, "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(role, '') || ' ' || coalesce(bio, '') || ' ' || coalesce(words(specialties), ''))) stored null);`,
    );

    this.addSql(
      `create table "contact_submissions" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "name" varchar(200) not null, "email" varchar(254) not null, "subject" varchar(300) not null, "message" text not null, "read_at" timestamptz(3) null, "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(subject, '') || ' ' || coalesce(message, ''))) stored null);`,
    );

    this.addSql(
      `create table "facilities" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "image_alt" varchar(200) null, "name" varchar(200) not null, "description" text not null, "features" text[] not null, "equipment" text[] not null, "image_url" varchar(2000) not null, "opening_hours" varchar(200) null, "available_days" varchar(200) null, "capacity" varchar(200) null, "maintenance" varchar(200) null, "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(description, '') || ' ' || coalesce(words(features), '') || ' ' || coalesce(words(equipment), ''))) stored null);`,
    );

    this.addSql(
      `create table "gallery_items" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "image_alt" varchar(200) null, "title" varchar(300) not null, "category" text not null, "type" text not null, "date" date not null, "image_url" varchar(2000) not null, "video_url" varchar(2000) null, "search" text generated always as (fold(coalesce(title, ''))) stored null);`,
    );
    this.addSql(
      `alter table "gallery_items" add constraint "gallery_items_category_check" check ("category" in ('events', 'facilities', 'training', 'competitions', 'videos'));`,
    );
    this.addSql(
      `alter table "gallery_items" add constraint "gallery_items_type_check" check ("type" in ('image', 'video'));`,
    );

    this.addSql(
      `create table "idempotency_keys" ("scope" varchar(40) not null, "key" varchar(255) not null, "body_hash" varchar(64) not null, "answer" jsonb null, "created_at" timestamptz(3) not null default now(), primary key ("scope", "key"));`,
    );
    this.addSql(`create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at");`);

    this.addSql(
      `create table "posts" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "status" text not null default 'published', "publish_at" timestamptz(3) null, "image_alt" varchar(200) null, "title" varchar(300) not null, "content" text not null, "category" text not null, "image_url" varchar(2000) null, "video_url" varchar(2000) null, "search" text generated always as (fold(coalesce(title, '') || ' ' || coalesce(without_tags(content), ''))) stored null);`,
    );
    this.addSql(
      `alter table "posts" add constraint "posts_status_check" check ("status" in ('draft', 'published', 'scheduled'));`,
    );
    this.addSql(
      `alter table "posts" add constraint "posts_category_check" check ("category" in ('news', 'events', 'achievements', 'announcements', 'community'));`,
    );

    this.addSql(
      `create table "programs" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "status" text not null default 'published', "publish_at" timestamptz(3) null, "image_alt" varchar(200) null, "name" varchar(200) not null, "description" text not null, "category" text not null, "duration" varchar(100) not null, "schedule" varchar(500) not null, "price" numeric(12,2) not null, "image_url" varchar(2000) not null, "is_active" boolean not null default true, "max_participants" int null, "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(description, '') || ' ' || coalesce(duration, '') || ' ' || coalesce(schedule, ''))) stored null);`,
    );
    this.addSql(
      `alter table "programs" add constraint "programs_status_check" check ("status" in ('draft', 'published', 'scheduled'));`,
    );
    this.addSql(
      `alter table "programs" add constraint "programs_category_check" check ("category" in ('training', 'camp', 'clinic'));`,
    );

    this.addSql(
      `create table "registrations" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "reference" varchar(30) generated always as ('REG-' || extract(year from created_at at time zone 'Africa/Kampala')::text || '-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored null, "status" text not null default 'new', "first_name" varchar(100) not null, "last_name" varchar(100) not null, "email" varchar(254) not null, "phone" varchar(32) not null, "date_of_birth" date null, "program_id" int null, "start_date" date null, "emergency_name" varchar(200) null, "emergency_phone" varchar(32) null, "emergency_relation" varchar(100) null, "medical_conditions" varchar(2000) null, "allergies" varchar(2000) null, "medications" varchar(2000) null, "consent" boolean not null, "note" varchar(2000) null, "search" text generated always as (fold(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(emergency_name, '') || ' ' || coalesce(emergency_phone, '') || ' ' || coalesce(emergency_relation, '') || ' ' || coalesce(medical_conditions, '') || ' ' || coalesce(allergies, '') || ' ' || coalesce(medications, ''))) stored null);`,
    );
    this.addSql(`create index "registrations_reference_index" on "registrations" ("reference");`);
    this.addSql(
      `alter table "registrations" add constraint "registrations_status_check" check ("status" in ('new', 'reviewing', 'accepted', 'rejected', 'withdrawn'));`,
    );

    this.addSql(
      `create table "sessions" ("id" uuid not null, "account_id" int not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "ip_address" varchar(45) null, "user_agent" varchar(500) null, primary key ("id"));`,
    );

    this.addSql(
      `create table "refresh_tokens" ("hash" varchar(64) not null, "session_id" uuid not null, "created_at" timestamptz(3) not null, "spent_at" timestamptz(3) null, primary key ("hash"));`,
    );
    this.addSql(`create index "refresh_tokens_session_id_index" on "refresh_tokens" ("session_id");`);

    this.addSql(
      `create table "site" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "version" int not null default 1, "content" jsonb not null);`,
    );

    this.addSql(
      `create table "newsletter_subscribers" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "email" varchar(254) not null, "state" text not null default 'pending', "token" varchar(64) not null, "confirmed_at" timestamptz(3) null, "unsubscribed_at" timestamptz(3) null);`,
    );
    this.addSql(
      `alter table "newsletter_subscribers" add constraint "newsletter_subscribers_email_unique" unique ("email");`,
    );
    this.addSql(
      `alter table "newsletter_subscribers" add constraint "newsletter_subscribers_token_unique" unique ("token");`,
    );
    this.addSql(
      `alter table "newsletter_subscribers" add constraint "newsletter_subscribers_state_check" check ("state" in ('pending', 'confirmed', 'unsubscribed'));`,
    );

    this.addSql(
      `create table "uploads" ("id" serial primary key, "hash" varchar(64) not null, "url" varchar(2000) not null, "width" int not null, "height" int not null, "format" varchar(10) not null, "bytes" int not null, "account_id" int null, "created_at" timestamptz(3) not null default now());`,
    );
    this.addSql(`alter table "uploads" add constraint "uploads_hash_unique" unique ("hash");`);

    this.addSql(
      `alter table "activities" add constraint "activities_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "registrations" add constraint "registrations_program_id_foreign" foreign key ("program_id") references "programs" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "sessions" add constraint "sessions_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "refresh_tokens" add constraint "refresh_tokens_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "uploads" add constraint "uploads_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete set null;`,
    );
  }
}
