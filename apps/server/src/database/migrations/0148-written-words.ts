import { Migration } from '@mikro-orm/migrations';

export class WrittenWords extends Migration {
  override up(): void {
    this.addSql(
      `create table "written_words" ("id" serial primary key, "writer" varchar(20) not null, "people" int not null, "created_at" timestamptz(3) not null);`,
    );
    this.addSql(`create index "written_words_writer_index" on "written_words" ("writer");`);
  }
}
