import type { Ctx } from '../../../context.ts';

type ContentCtx = Pick<Ctx, 'content'>;

/** SQL: the version of the item that a row with `type` and `item_id` stands for. Null for a deleted one. */
export const versionSql = ({ content }: ContentCtx): string =>
  caseTypeSql(
    content.map(({ type, table }) => [
      type,
      `select version from ${table} where id = item_id and deleted_at is null`,
    ]),
  );

/** SQL: the address of the item with this id, which may have none. The row has its `type`. */
export const addressSql = ({ content }: ContentCtx, id: string): string =>
  caseTypeSql(
    content.flatMap(({ type, table, page, slug }) =>
      page ? [[type, `select '${page}/' || ${slug} from ${table} where id = ${id}`] as const] : [],
    ),
  );

/** SQL: the title of the item with this id here. The row has its `type`. */
export const titleSql = ({ content }: ContentCtx, id: string): string =>
  caseTypeSql(
    content.map(({ type, table, titleSql: ofTable }) => [
      type,
      `select ${ofTable} from ${table} where id = ${id}`,
    ]),
  );

/**
 * SQL: rows of finished imports that have the same source as `item`. Rows of another old site are excluded, because
 * sites may use the same item numbers.
 */
const sameItemRowsSql = `from import_items as earlier
   join imports on imports.id = earlier.import_id and imports.state = 'done'
   where earlier.source = item.source
     and imports.site is not distinct from (select site from imports where id = item.import_id)`;

/** SQL: the row of the last finished import for the same source as `item`. */
export const earlierItemSql = (columns: string): string =>
  `select ${columns} ${sameItemRowsSql} and earlier.item_id is not null order by earlier.id desc limit 1`;

/** SQL condition: an earlier import replaced the text of a built-in page by `item`, whose fields are the same now. */
export const hasReplacedTextSql = `exists (select 1 ${sameItemRowsSql} and earlier.hash = item.hash and earlier.replaces_text)`;

const caseTypeSql = (choices: readonly (readonly [type: string, query: string])[]): string =>
  `case type ${choices.map(([type, query]) => `when '${type}' then (${query})`).join(' ')} end`;
