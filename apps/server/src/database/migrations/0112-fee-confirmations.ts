import { Migration } from '@mikro-orm/migrations';

export class FeeConfirmations extends Migration {
  override up(): void {
    this.addSql(
      `create table "fee_confirmations" ("movement_id" int not null, "line_id" varchar(64) not null, "recorded_at" timestamptz(3) not null default now(), "recorded_by" varchar(254) null, primary key ("movement_id"));`,
    );
  }
}
