import { Migration } from '@mikro-orm/migrations';

export class StepCharges extends Migration {
  override up(): void {
    this.addSql(`alter table "registration_changes" add "charges" int[] null;`);
  }
}
