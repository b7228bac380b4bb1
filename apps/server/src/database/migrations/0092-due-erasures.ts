import { Migration } from '@mikro-orm/migrations';

export class DueErasures extends Migration {
  override up(): void {
    this.addSql(`alter table "erasures" drop constraint "erasures_type_check";`);
    this.addSql(`alter table "erasures" add "is_due" boolean not null default false;`);
    this.addSql(
      `alter table "erasures" add constraint "erasures_type_check" check ("type" in ('registration', 'contact', 'donation', 'certificate', 'newsletter', 'notice', 'emergency', 'guardian', 'payer', 'outgoing'));`,
    );
  }
}
