import { Migration } from '@mikro-orm/migrations';

export class CampaignTurns extends Migration {
  override up(): void {
    this.addSql(
      `alter table "campaigns" add "next_try_at" timestamptz(3) not null default now(), add "tries" int not null default 0, add "last_error" varchar(500) null;`,
    );
  }
}
