import { Migration } from '@mikro-orm/migrations';

export class CertificateDay extends Migration {
  override up(): void {
    this.addSql(`alter table "certificates" add "issue_reason" varchar(200) null;`);
  }
}
