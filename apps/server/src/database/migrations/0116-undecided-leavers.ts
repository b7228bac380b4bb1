import { Migration } from '@mikro-orm/migrations';

export class UndecidedLeavers extends Migration {
  override up(): void {
    this.addSql(
      `create table "undecided_leavers" ("registration_id" int not null, "left_on" date not null, primary key ("registration_id"));`,
    );
  }
}
