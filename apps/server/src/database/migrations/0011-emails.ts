import { Migration } from '@mikro-orm/migrations';

export class Emails extends Migration {
  override up(): void {
    this.addSql(`alter table "mails" rename to "emails";`);
    this.addSql(`alter sequence "mails_id_seq" rename to "emails_id_seq";`);
    this.addSql(`alter index "mails_due_index" rename to "emails_due_index";`);
    this.addSql(`alter table "emails" rename constraint "mails_pkey" to "emails_pkey";`);
    this.addSql(`alter table "emails" rename constraint "mails_state_check" to "emails_state_check";`);

    this.addSql(`alter table "newsletter_deliveries" rename column "mail_id" to "email_id";`);
    this.addSql(
      `alter table "newsletter_deliveries" rename constraint "newsletter_deliveries_mail_id_unique" to "newsletter_deliveries_email_id_unique";`,
    );
    this.addSql(
      `alter table "newsletter_deliveries" rename constraint "newsletter_deliveries_mail_id_foreign" to "newsletter_deliveries_email_id_foreign";`,
    );

    // The job is called purge-emails now; a new database has no queue yet
    this.addSql(
      `do $$ begin
         if to_regclass('pgboss.schedule') is not null then
           delete from pgboss.schedule where name = 'purge-mails';
         end if;
       end $$;`,
    );
  }
}
