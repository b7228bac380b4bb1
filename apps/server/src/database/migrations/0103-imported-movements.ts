import { Migration } from '@mikro-orm/migrations';

export class ImportedMovements extends Migration {
  override up(): void {
    this.addSql(`alter table "fee_movements" add "is_imported" boolean not null default false;`);
    // Transaction IDs as they are compared: in capitals, without the .0 of a spreadsheet
    this.addSql(
      `create function public.plain_id(text) returns text language sql immutable strict parallel safe return upper(regexp_replace($1, '^(\\d+)\\.0+$', '\\1'));`,
    );
    this.addSql(`create index fee_movements_plain_id_index on fee_movements (plain_id(operator_id));`);
  }
}
