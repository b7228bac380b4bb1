import { Migration } from '@mikro-orm/migrations';

export class CompletedRegistrations extends Migration {
  override up(): void {
    this.addSql(`alter table "registrations" drop constraint "registrations_status_check";`);
    this.addSql(
      `alter table "registrations" add constraint "registrations_status_check" check ("status" in ('new', 'reviewing', 'waiting', 'accepted', 'completed', 'rejected', 'withdrawn'));`,
    );

    this.addSql(
      `alter table "registration_changes" drop constraint "registration_changes_from_status_check";`,
    );
    this.addSql(`alter table "registration_changes" drop constraint "registration_changes_to_status_check";`);
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_from_status_check" check ("from_status" in ('new', 'reviewing', 'waiting', 'accepted', 'completed', 'rejected', 'withdrawn'));`,
    );
    this.addSql(
      `alter table "registration_changes" add constraint "registration_changes_to_status_check" check ("to_status" in ('new', 'reviewing', 'waiting', 'accepted', 'completed', 'rejected', 'withdrawn'));`,
    );
  }
}
