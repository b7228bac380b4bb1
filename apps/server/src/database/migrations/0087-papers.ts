import { Migration } from '@mikro-orm/migrations';

export class Papers extends Migration {
  override up(): void {
    this.addSql(
      `alter table "certificates" add "credential_id" uuid not null default gen_random_uuid(), add "result" varchar(40) null, add "second_signer_name" varchar(60) not null default '', add "second_signer_title" varchar(60) not null default '';`,
    );
    this.addSql(
      `alter table "certificates" add constraint "certificates_credential_id_unique" unique ("credential_id");`,
    );
  }
}
