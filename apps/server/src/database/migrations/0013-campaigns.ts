import { Migration } from '@mikro-orm/migrations';

const tables = ['campaigns', 'subscribers', 'deliveries'];

export class Campaigns extends Migration {
  override up(): void {
    for (const table of tables) {
      this.addSql(`alter table newsletter_${table} rename to ${table};`);
      this.addSql(`alter sequence newsletter_${table}_id_seq rename to ${table}_id_seq;`);
      this.addSql(renameConstraints(table, `newsletter_${table}`));
    }
    this.addSql(
      `alter index newsletter_deliveries_subscriber_id_index rename to deliveries_subscriber_id_index;`,
    );
    this.addSql(renameConstraints('emails', 'mails'));
  }
}

/** Reads the names, because PostgreSQL 18 names not-null constraints too and earlier versions do not. */
const renameConstraints = (table: string, oldPrefix: string): string => `
  do $$
  declare old_name text;
  begin
    for old_name in
      select conname from pg_constraint
      where conrelid = '${table}'::regclass and starts_with(conname, '${oldPrefix}_')
    loop
      execute format(
        'alter table ${table} rename constraint %I to %I',
        old_name,
        '${table}' || substr(old_name, length('${oldPrefix}') + 1)
      );
    end loop;
  end $$;`;
