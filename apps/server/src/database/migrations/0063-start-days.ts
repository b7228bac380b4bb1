import { Migration } from '@mikro-orm/migrations';

export class StartDays extends Migration {
  override up(): void {
    this.addSql(`drop index registrations_start_index;`);
    this.addSql(
      `create index registrations_start_index on registrations (start_date, intake_id, id) include (status, program_id, created_at) where deleted_at is null;`,
    );
  }
}
