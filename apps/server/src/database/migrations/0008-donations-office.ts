import { Migration } from '@mikro-orm/migrations';

export class DonationsOffice extends Migration {
  override up(): void {
    this.addSql(`alter table "donations" alter column "email" drop not null;`);
    this.addSql(
      `alter table "donations" add "method" text not null default 'online', add "note" varchar(300) null, add "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(tx_ref, '') || ' ' || coalesce(receipt_number, ''))) stored null;`,
    );
    this.addSql(
      `alter table "donations" add constraint "donations_method_check" check ("method" in ('online', 'bank-transfer', 'mobile-money', 'paypal'));`,
    );
  }
}
