import { Migration } from '@mikro-orm/migrations';

export class Certificates extends Migration {
  override up(): void {
    this.addSql(
      `create table "certificates" ("id" serial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "number" varchar(30) not null, "code" varchar(12) not null, "registration_id" int null, "holder" varchar(60) null, "program" varchar(200) not null, "program_id" int null, "hours" int null, "starts_on" date null, "ends_on" date null, "issued_on" date not null, "issuer" varchar(300) not null, "signer_name" varchar(60) not null, "signer_title" varchar(60) not null, "note" varchar(200) not null, "state" text not null default 'valid', "withdrawn_on" date null, "reason" varchar(200) null, "replaced_by" int null, "jws" text null, "search" text generated always as (fold(coalesce(holder, '') || ' ' || coalesce(number, '') || ' ' || coalesce(code, ''))) stored null);`,
    );
    this.addSql(`alter table "certificates" add constraint "certificates_number_unique" unique ("number");`);
    this.addSql(`alter table "certificates" add constraint "certificates_code_unique" unique ("code");`);
    this.addSql(`create index "certificates_registration_id_index" on "certificates" ("registration_id");`);
    this.addSql(`create index "certificates_program_id_index" on "certificates" ("program_id");`);
    this.addSql(`create index "certificates_holder_id_index" on "certificates" ("holder", "id");`);
    this.addSql(`create index "certificates_program_name_index" on "certificates" ("program", "id");`);
    this.addSql(`create index "certificates_issued_on_id_index" on "certificates" ("issued_on", "id");`);
    this.addSql(`create index "certificates_state_id_index" on "certificates" ("state", "id");`);
    this.addSql(
      `create unique index certificates_valid_unique on certificates (registration_id) where state = 'valid';`,
    );
    this.addSql(
      `create index certificates_search_index on certificates using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );

    this.addSql(
      `create table "signing_keys" ("id" varchar(8) not null, "public_key" jsonb not null, "secret" text null, "from" timestamptz(3) not null, "until" timestamptz(3) null, primary key ("id"));`,
    );

    this.addSql(
      `alter table "certificates" add constraint "certificates_registration_id_foreign" foreign key ("registration_id") references "registrations" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "certificates" add constraint "certificates_program_id_foreign" foreign key ("program_id") references "programs" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "certificates" add constraint "certificates_state_check" check ("state" in ('valid', 'withdrawn', 'replaced'));`,
    );
  }
}
