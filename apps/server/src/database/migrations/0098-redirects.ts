import { Migration } from '@mikro-orm/migrations';

export class Redirects extends Migration {
  override up(): void {
    this.addSql(
      `create table "redirects" ("id" serial primary key, "created_at" timestamptz(3) not null, "from" varchar(500) not null, "key" text not null, "to" varchar(2000) not null, "hits" int not null default 0);`,
    );
    this.addSql(`alter table "redirects" add constraint "redirects_key_unique" unique ("key");`);
  }
}
