import { Migration } from '@mikro-orm/migrations';

export class UndecidedLeavers extends Migration {
  override up(): void {
    this.addSql(`alter table "registrations" add "fees_undecided_since" date null;`);
  }
}
