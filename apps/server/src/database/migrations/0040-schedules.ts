import { Migration } from '@mikro-orm/migrations';

export class Schedules extends Migration {
  override up(): void {
    this.addSql(
      `create table "schedules" ("name" varchar(40) not null, "next_run_at" timestamptz(3) not null, "tries" int not null default 0, "last_error" varchar(500) null, "failed_at" timestamptz(3) null, primary key ("name"));`,
    );

    // The former queue; another role may own it, and nothing reads it any more
    this.addSql(
      `do $$ begin
         drop schema if exists pgboss cascade;
       exception when insufficient_privilege then
         raise notice 'The schema pgboss is not used any more, and this role may not drop it.';
       end $$;`,
    );
  }
}
