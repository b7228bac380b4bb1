import { Migration } from '@mikro-orm/migrations';

/** Until now there was one provider besides the sandbox. */
const started = `case when is_test then 'sandbox' else 'flutterwave' end`;

export class PaymentProvider extends Migration {
  override up(): void {
    this.addSql(`alter table "donations" add "provider" varchar(20) null;`);
    this.addSql(`update "donations" set "provider" = ${started} where "method" = 'online';`);
    this.addSql(`alter table "online_fees" add "provider" varchar(20) null;`);
    this.addSql(`update "online_fees" set "provider" = ${started};`);
  }
}
