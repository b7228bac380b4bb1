import { Migration } from '@mikro-orm/migrations';

export class InvitationRights extends Migration {
  override up(): void {
    this.addSql(`alter table "access_links" add "may_read_medical" boolean not null default false;`);
  }
}
