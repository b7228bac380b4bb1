import { Migration } from '@mikro-orm/migrations';

export class Intakes extends Migration {
  override up(): void {
    this.addSql(
      `create table "intakes" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "deleted_at" timestamptz(3) null, "version" int not null default 1, "program_id" int not null, "starts_on" date not null, "applies_until" date null, "seats" int null, "place" varchar(200) null, "note" varchar(500) null, "is_open" boolean not null default true, "search" text generated always as (fold(coalesce(place, '') || ' ' || coalesce(note, ''))) stored null);`,
    );
    this.addSql(
      `create index intakes_next_index on intakes (program_id, starts_on, id) where deleted_at is null;`,
    );

    this.addSql(`alter table "registrations" drop constraint "registrations_status_check";`);
    this.addSql(
      `alter table "registrations" add "intake_id" int null, add "waiting_since" timestamptz(3) null;`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_intake_id_foreign" foreign key ("intake_id") references "intakes" ("id") on delete set null;`,
    );
    this.addSql(
      `create index registrations_intake_index on registrations (intake_id, status, waiting_since, id) where deleted_at is null;`,
    );
    this.addSql(
      `alter table "registrations" add constraint "registrations_status_check" check ("status" in ('new', 'reviewing', 'waiting', 'accepted', 'rejected', 'withdrawn'));`,
    );

    this.addSql(
      `alter table "registration_changes" drop constraint "registration_changes_from_status_check";`,
    );
    this.addSql(`alter table "registration_changes" drop constraint "registration_changes_to_status_check";`);
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_from_status_check" check ("from_status" in ('new', 'reviewing', 'waiting', 'accepted', 'rejected', 'withdrawn'));`,
    );
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_to_status_check" check ("to_status" in ('new', 'reviewing', 'waiting', 'accepted', 'rejected', 'withdrawn'));`,
    );

    this.addSql(
      `alter table "intakes" add constraint "intakes_program_id_foreign" foreign key ("program_id") references "programs" ("id") on delete cascade;`,
    );
  }
}
