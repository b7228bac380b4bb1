import { Migration } from '@mikro-orm/migrations';

export class PhonesAsDialled extends Migration {
  override up(): void {
    this.addSql(`drop index registrations_phone_index;`);
    // Also drops the 00 before a country code, and the 0 between Uganda's and the number
    this.addSql(
      `create or replace function public.dialled(text) returns text language sql immutable strict parallel safe return regexp_replace(regexp_replace(regexp_replace(regexp_replace($1, '\\D', '', 'g'), '^00(?=[1-9])', ''), '^2560(?=[1-9])', '256'), '^0(?=[1-9])', '256');`,
    );
    // Computes `search` anew only for the few rows whose phones are dialled in another way
    this.addSql(
      `update registrations set phone = phone, emergency_phone = emergency_phone, guardian_phone = guardian_phone where (select bool_or(regexp_replace(typed, '\\D', '', 'g') ~ '^(00|2560)[1-9]') from unnest(array[phone, emergency_phone, guardian_phone]) as phones (typed));`,
    );
    this.addSql(
      `create index registrations_phone_index on registrations (public.dialled(phone), id) include (phone, status, program_id, created_at) where deleted_at is null;`,
    );

    // Drops the indexes of the column too
    this.addSql(`alter table "donations" drop column "search";`);
    this.addSql(
      `alter table "donations" add "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(tx_ref, '') || ' ' || coalesce(receipt_number, '') || ' ' || coalesce(cancellation_number, '') || ' ' || coalesce(dialled(phone), ''))) stored null;`,
    );
    this.addSql(
      `create index donations_search_index on donations using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
    );
    this.addSql(
      `create index donations_syllables_index on donations using gin (public.syllables(search)) with (gin_pending_list_limit = 512);`,
    );
    // Statistics of syllables would cost every ANALYZE seconds, and nobody asks them
    this.addSql(`alter index donations_syllables_index alter column 1 set statistics 0;`);
  }
}
