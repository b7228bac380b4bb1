import { Migration } from '@mikro-orm/migrations';

export class StatementImports extends Migration {
  override up(): void {
    this.addSql(
      `create table "statement_comparisons" ("import_id" int not null, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) not null, primary key ("import_id"));`,
    );

    this.addSql(
      `create table "statement_imports" ("id" serial primary key, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) not null, "method" text not null, "wallet" varchar(64) not null, "file_name" varchar(255) null, "lines" int not null, "amount" bigint not null, "last_day" date null, "opening_balance" double precision null, "closing_balance" double precision null, "continues" boolean null, "missing" int not null);`,
    );
    this.addSql(`create index "statement_imports_recorded_at_index" on "statement_imports" ("recorded_at");`);

    this.addSql(`alter table "fee_confirmations" drop constraint "fee_confirmations_pkey";`);
    this.addSql(`alter table "fee_confirmations" add "id" serial, add "import_id" int null;`);
    this.addSql(
      `alter table "fee_confirmations" add constraint "fee_confirmations_movement_id_import_id_unique" unique ("movement_id", "import_id");`,
    );
    this.addSql(`alter table "fee_confirmations" add primary key ("id");`);

    this.addSql(`alter table "fee_movements" add "import_id" int null;`);
    this.addSql(`create index "fee_movements_import_id_index" on "fee_movements" ("import_id");`);

    this.addSql(`alter table "kept_statement_lines" add "import_id" int null;`);

    this.addSql(`create or replace function "statement_comparisons_statement_comparisons_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{}'::text[] is distinct from to_jsonb(old) - '{}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of statement_comparisons are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "statement_comparisons_insert_only" BEFORE UPDATE OR DELETE on "statement_comparisons" for each ROW execute function "statement_comparisons_statement_comparisons_insert_only_fn"();`,
    );

    this.addSql(
      `alter table "statement_imports" add constraint "statement_imports_method_check" check ("method" in ('mtn', 'airtel', 'bank'));`,
    );
    this.addSql(`create or replace function "statement_imports_statement_imports_insert_only_fn"() returns trigger as $$ begin if tg_op = 'DELETE'
    or to_jsonb(new) - '{}'::text[] is distinct from to_jsonb(old) - '{}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of statement_imports are only inserted'; end if; return new; end; $$ language plpgsql;`);
    this.addSql(
      `create trigger "statement_imports_insert_only" BEFORE UPDATE OR DELETE on "statement_imports" for each ROW execute function "statement_imports_statement_imports_insert_only_fn"();`,
    );
  }
}
