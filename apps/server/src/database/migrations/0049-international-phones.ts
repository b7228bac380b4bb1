import { Migration } from '@mikro-orm/migrations';
import { fillInternationalPhones } from '../backfills/international-phones.ts';

export class InternationalPhones extends Migration {
  override async up(): Promise<void> {
    await this.execute(
      `alter table "registrations" add "phone_international" varchar(16) null, alter column "email" drop not null;`,
    );
    await fillInternationalPhones((sql) => this.execute(sql));
    // Drops the index of the column too
    this.addSql(`alter table "registrations" drop column "search";`);
    this.addSql(
      `alter table "registrations" add "search" text generated always as (fold(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(emergency_name, '') || ' ' || coalesce(emergency_phone, '') || ' ' || coalesce(emergency_relation, '') || ' ' || coalesce(guardian_name, '') || ' ' || coalesce(guardian_phone, '') || ' ' || coalesce(public.dialled(coalesce(phone_international, phone)), '') || ' ' || coalesce(dialled(emergency_phone), '') || ' ' || coalesce(dialled(guardian_phone), '') || ' ' || coalesce('REG-' || extract(year from created_at at time zone 'Africa/Kampala')::text || '-' || lpad(id::text, greatest(6, length(id::text)), '0'), ''))) stored null;`,
    );
    this.addSql(
      `create index registrations_search_index on registrations using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(`drop index registrations_phone_index;`);
    this.addSql(
      `create index registrations_phone_index on registrations (public.dialled(coalesce(phone_international, phone)), id) include (phone, phone_international, status, program_id, created_at) where deleted_at is null;`,
    );
  }
}
