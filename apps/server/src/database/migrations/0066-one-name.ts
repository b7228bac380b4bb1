import { Migration } from '@mikro-orm/migrations';

/** Indexes of names in which the last name may be empty. */
export class OneName extends Migration {
  override up(): void {
    this.addSql(`drop index registrations_name_index;`);
    this.addSql(
      `create index registrations_name_index on registrations ((coalesce(nullif(last_name, ''), first_name)), first_name, id) include (last_name, status, program_id, created_at) where deleted_at is null;`,
    );
    this.addSql(`drop index registrations_person_index;`);
    this.addSql(
      `create index registrations_person_index on registrations (date_of_birth, public.fold(rtrim(first_name || ' ' || last_name))) where deleted_at is null;`,
    );
  }
}
