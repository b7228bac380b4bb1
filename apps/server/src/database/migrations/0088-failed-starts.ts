import { Migration } from '@mikro-orm/migrations';

export class FailedStarts extends Migration {
  override up(): void {
    this.addSql(
      `create table "failed_starts" ("browser" varchar(20) not null, "count" int not null, primary key ("browser"));`,
    );
  }
}
