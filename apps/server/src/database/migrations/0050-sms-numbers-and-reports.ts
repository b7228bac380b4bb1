import { Migration } from '@mikro-orm/migrations';

export class SmsNumbersAndReports extends Migration {
  override up(): void {
    this.addSql(
      `create table "incoming_sms" ("id" varchar(130) not null, "at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "incoming_sms_at_index" on "incoming_sms" ("at");`);

    this.addSql(
      `create table "sms_numbers" ("key" varchar(43) not null, "wrote_at" timestamptz(3) not null, "stopped_at" timestamptz(3) null, "thanked_at" timestamptz(3) null, primary key ("key"));`,
    );

    this.addSql(
      `create table "sms_reports" ("provider_id" varchar(100) not null, "state" text not null, "reason" varchar(500) null, "at" timestamptz(3) not null, primary key ("provider_id"));`,
    );
    this.addSql(`create index "sms_reports_at_index" on "sms_reports" ("at");`);

    this.addSql(
      `alter table "messages" add "channel" text not null default 'form', add "phone" varchar(40) not null default '';`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_channel_check" check ("channel" in ('form', 'sms'));`,
    );

    this.addSql(
      `alter table "sms_reports" add constraint "sms_reports_state_check" check ("state" in ('sent', 'failed', 'delivered'));`,
    );
  }
}
