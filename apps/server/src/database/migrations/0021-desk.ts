import { Migration } from '@mikro-orm/migrations';

export class Desk extends Migration {
  override up(): void {
    // Drops the indexes of the column too
    this.addSql(`alter table "registrations" drop column "search";`);
    this.addSql(
      `alter table "registrations" add "search" text generated always as (fold(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(emergency_name, '') || ' ' || coalesce(emergency_phone, '') || ' ' || coalesce(emergency_relation, '') || ' ' || coalesce(guardian_name, '') || ' ' || coalesce(guardian_phone, '') || ' ' || coalesce(dialled(phone), '') || ' ' || coalesce(dialled(emergency_phone), '') || ' ' || coalesce(dialled(guardian_phone), '') || ' ' || coalesce('REG-' || extract(year from created_at at time zone 'Africa/Kampala')::text || '-' || lpad(id::text, greatest(6, length(id::text)), '0'), ''))) stored null;`,
    );
    this.addSql(
      `create index registrations_search_index on registrations using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(
      `create index registrations_syllables_index on registrations using gin (public.syllables(search)) with (gin_pending_list_limit = 512);`,
    );
    // Statistics of two hundred syllables for each row would cost every ANALYZE seconds, and nobody asks them
    this.addSql(`alter index registrations_syllables_index alter column 1 set statistics 0;`);

    for (const name of ['newest', 'status', 'email', 'phone']) {
      this.addSql(`drop index registrations_${name}_index;`);
    }
    for (const [name, columns, included] of [
      ['newest', 'created_at desc, id desc', 'status, program_id'],
      ['status', 'status, created_at desc, id desc', 'program_id'],
      ['program', 'program_id, created_at desc, id desc', 'status'],
      ['name', 'last_name, first_name, id', 'status, program_id, created_at'],
      ['start', 'start_date, id', 'status, program_id, created_at'],
      ['id', 'id', 'status, program_id, created_at'],
      ['email', 'lower(email), id', 'email, status, program_id, created_at'],
      ['phone', 'public.dialled(phone), id', 'phone, status, program_id, created_at'],
    ]) {
      this.addSql(
        `create index registrations_${name}_index on registrations (${columns}) include (${included}) where deleted_at is null;`,
      );
    }
    this.addSql(`create index registrations_updated_index on registrations (updated_at);`);
  }
}
