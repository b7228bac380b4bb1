import { Migration } from '@mikro-orm/migrations';

export class FirstSteps extends Migration {
  override up(): void {
    this.addSql(`create table "first_steps" ("id" serial primary key, "is_dismissed" boolean not null);`);
  }
}
