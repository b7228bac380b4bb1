import { Migration } from '@mikro-orm/migrations';

export class ControlNotes extends Migration {
  override up(): void {
    this.addSql(
      `create table "control_notes" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "kind" text not null, "registration_id" int null, "amount" bigint not null, "note" varchar(200) not null, "recorded_by" varchar(254) null);`,
    );
    this.addSql(`create index control_notes_created_index on control_notes (created_at);`);

    this.addSql(
      `alter table "control_notes" add constraint "control_notes_kind_check" check ("kind" in ('price', 'below'));`,
    );
    this.addSql(
      `create or replace function "control_notes_control_notes_insert_only_fn"() returns trigger as $$ begin raise exception 'Rows of control_notes are only inserted'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "control_notes_insert_only" BEFORE UPDATE OR DELETE on "control_notes" for each ROW execute function "control_notes_control_notes_insert_only_fn"();`,
    );
  }
}
