import { Migration } from '@mikro-orm/migrations';

export class DemoMark extends Migration {
  override up(): void {
    this.addSql(`alter table "alumni" add "is_demo" boolean not null default false;`);

    this.addSql(`alter table "coaches" add "is_demo" boolean not null default false;`);

    this.addSql(`alter table "facilities" add "is_demo" boolean not null default false;`);

    this.addSql(`alter table "gallery_items" add "is_demo" boolean not null default false;`);

    this.addSql(`alter table "posts" add "is_demo" boolean not null default false;`);

    this.addSql(`alter table "programs" add "is_demo" boolean not null default false;`);

    this.addSql(`alter table "intakes" add "is_demo" boolean not null default false;`);
  }
}
