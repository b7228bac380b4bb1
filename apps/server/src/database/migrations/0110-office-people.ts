import { Migration } from '@mikro-orm/migrations';

export class OfficePeople extends Migration {
  override up(): void {
    this.addSql(`alter table "registrations" add "stored_by_office" boolean not null default false;`);
    // The site takes no registration without consent, so these were imported
    this.addSql(`update "registrations" set "stored_by_office" = true where not "consent";`);

    this.addSql(
      `alter table "registration_changes" add "corrected" jsonb null, add "reason" varchar(500) null;`,
    );

    this.addSql(`alter table "erasures" drop constraint "erasures_type_check";`);
    this.addSql(
      `alter table "erasures" add constraint "erasures_type_check" check ("type" in ('registration', 'contact', 'donation', 'certificate', 'newsletter', 'notice', 'emergency', 'guardian', 'former', 'payer', 'outgoing'));`,
    );
  }
}
