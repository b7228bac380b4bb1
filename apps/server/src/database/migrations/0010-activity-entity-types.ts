import { Migration } from '@mikro-orm/migrations';

export class ActivityEntityTypes extends Migration {
  override up(): void {
    this.addSql(`alter table "activities" drop constraint "activities_entity_type_check";`);
  }
}
