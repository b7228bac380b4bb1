import { Migration } from '@mikro-orm/migrations';

export class EncryptedMedicalAnswers extends Migration {
  override up(): void {
    this.addSql(
      `create table "data_keys" ("id" varchar(8) not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`,
    );

    // SQL does not know the key: `encryptMedical` moves these answers into the new columns, and drops the table
    this.addSql(
      `do $$ begin
         if exists (select from registrations where coalesce(medical_conditions, allergies, medications) is not null) then
           create table medical_to_encrypt as
             select id, medical_conditions, allergies, medications from registrations
             where coalesce(medical_conditions, allergies, medications) is not null;
           alter table medical_to_encrypt add primary key (id);
         end if;
       end $$;`,
    );
    // Drops the indexes of the columns too
    this.addSql(
      `alter table "registrations" drop column "medical_search", drop column "medical_conditions", drop column "allergies", drop column "medications";`,
    );
    this.addSql(
      `alter table "registrations" add "medical" text null, add "medical_id" uuid null, add "medical_terms" int[] null;`,
    );
    // Statistics of thousands of hashes would cost every ANALYZE seconds, and nobody asks them
    this.addSql(`alter table "registrations" alter column "medical_terms" set statistics 0;`);
    this.addSql(
      `create index registrations_medical_terms_index on registrations using gin (medical_terms) with (gin_pending_list_limit = 512);`,
    );
  }
}
