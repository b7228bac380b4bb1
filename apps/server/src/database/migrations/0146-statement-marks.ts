import { Migration } from '@mikro-orm/migrations';

/** Transaction IDs as they are compared, now without the zeros before a number. */
const plainId = `create or replace function public.plain_id(text) returns text language sql immutable strict parallel safe
  return regexp_replace(upper(regexp_replace(btrim(regexp_replace(normalize($1, nfkc),
    '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff]',
    '', 'g')), '^(\\d+)\\.0+$', '\\1')), '^0+(?=\\d+$)', '')`;

/** What the first versions imported has a mark of theirs and its day. The column came with a later one. */
const markImported = `update "fee_movements" set "is_imported" = true
  where not "is_imported" and "kind" = 'payment' and "method" in ('mtn', 'airtel', 'bank')
    and "operator_id" ~ ('^LINE-' || to_char("received_on", 'YYYYMMDD') || '-[0-9A-F]{10}(-[0-9]+)?$')
    and "recorded_at" < (select "executed_at" from "mikro_orm_migrations" where "name" like '0103-%')`;

export class StatementMarks extends Migration {
  override up(): void {
    this.addSql('drop index "fee_movements_transaction_unique"');
    this.addSql(plainId);
    this.addSql('reindex index fee_movements_plain_id_index');
    this.addSql('alter table "fee_movements" disable trigger "fee_movements_insert_only"');
    this.addSql(markImported);
    // IDs that were two until now count as one
    this.addSql(`update "fee_movements" as movement set "turn" = counted.turn from (
        select "id", row_number() over (partition by "method", plain_id("operator_id") order by "turn", "id") - 1 as turn
        from "fee_movements" where "operator_id" is not null
      ) as counted where counted.id = movement.id and counted.turn <> movement.turn`);
    this.addSql('alter table "fee_movements" enable trigger "fee_movements_insert_only"');
    this.addSql(
      'create unique index fee_movements_transaction_unique on fee_movements (method, plain_id(operator_id), turn)',
    );
  }
}
