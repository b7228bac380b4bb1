import { Migration } from '@mikro-orm/migrations';

export class DonationCancellations extends Migration {
  override up(): void {
    this.addSql(`alter table "donations" drop constraint "donations_method_check";`);
    this.addSql(`alter table "donations" drop constraint "donations_status_check";`);
    this.addSql(`alter table "donations" drop column "search";`);
    this.addSql(
      `alter table "donations" add "cancellation_number" varchar(30) null, add "cancelled_at" timestamptz(3) null, add "cancel_reason" varchar(300) null, add "replaces" int null, add "search" text generated always as (fold(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(tx_ref, '') || ' ' || coalesce(receipt_number, '') || ' ' || coalesce(cancellation_number, ''))) stored null;`,
    );
    this.addSql(
      `alter table "donations" add constraint "donations_cancellation_number_unique" unique ("cancellation_number");`,
    );
    this.addSql(`alter table "donations" add constraint "donations_replaces_unique" unique ("replaces");`);
    this.addSql(
      `alter table "donations" add constraint "donations_method_check" check ("method" in ('online', 'bank-transfer', 'mobile-money', 'paypal', 'cash', 'cheque'));`,
    );
    this.addSql(
      `alter table "donations" add constraint "donations_status_check" check ("status" in ('pending', 'successful', 'failed', 'cancelled'));`,
    );
  }
}
