import { Migration } from '@mikro-orm/migrations';

/** Everybody keeps what he may do. */
const held = `array_remove(array['content', 'registrations', case when may_read_medical or is_owner then 'health' end,
  case when may_keep_fees or is_owner then 'fees' end, 'certificates', 'settings'], null)`;

export class Rights extends Migration {
  override up(): void {
    this.addSql(`alter table "accounts" add "rights" text[] not null default '{}';`);
    this.addSql(
      `alter table "access_links" add "is_owner" boolean not null default false, add "rights" text[] not null default '{}';`,
    );
    this.addSql(`update "accounts" set "rights" = ${held};`);
    this.addSql(`update "access_links" set "rights" = ${held} where purpose = 'invitation';`);
    for (const table of ['accounts', 'access_links']) {
      this.addSql(
        `alter table "${table}" alter "rights" drop default, drop "may_read_medical", drop "may_keep_fees";`,
      );
    }
  }
}
