import { Migration } from '@mikro-orm/migrations';

export class MedicalRightsAndGuardians extends Migration {
  override up(): void {
    this.addSql(`alter table "accounts" add "may_read_medical" boolean not null default true;`);

    this.addSql(`alter table "activities" add "medical_of" int[] null;`);
    this.addSql(`create index activities_medical_index on activities (id) where medical_of is not null;`);

    // Drops the indexes of the column too
    this.addSql(`alter table "registrations" drop column "search";`);
    this.addSql(
      `alter table "registrations" add "guardian_name" varchar(200) null, add "guardian_phone" varchar(32) null, add "guardian_consent" boolean not null default false, add "consent_version" varchar(20) null, add "consented_at" timestamptz(3) not null default now();`,
    );
    this.addSql(`update "registrations" set "consented_at" = "created_at";`);
    this.addSql(
      `alter table "registrations" add "medical_search" text generated always as (fold(coalesce(medical_conditions, '') || ' ' || coalesce(allergies, '') || ' ' || coalesce(medications, ''))) stored null, add "search" text generated always as (fold(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(emergency_name, '') || ' ' || coalesce(emergency_phone, '') || ' ' || coalesce(emergency_relation, '') || ' ' || coalesce(guardian_name, '') || ' ' || coalesce(guardian_phone, ''))) stored null;`,
    );
    for (const [prefix, column] of [
      ['registrations', 'search'],
      ['registrations_medical', 'medical_search'],
    ]) {
      this.addSql(
        `create index ${prefix}_search_index on registrations using gin (${column} public.gin_trgm_ops) with (gin_pending_list_limit = 512);`,
      );
      this.addSql(
        `create index ${prefix}_syllables_index on registrations using gin (public.syllables(${column})) with (gin_pending_list_limit = 512);`,
      );
      // Statistics of two hundred syllables for each row would cost every ANALYZE seconds, and nobody asks them
      this.addSql(`alter index ${prefix}_syllables_index alter column 1 set statistics 0;`);
    }
  }
}
