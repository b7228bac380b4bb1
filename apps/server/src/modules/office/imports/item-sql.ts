import type { Ctx } from '../../../context.ts';

type Reader = Pick<Ctx, 'content'>;

/** SQL: the version of the item that a row with `type` and `item_id` stands for. Null for a deleted one. */
export const versionSql = ({ content }: Reader): string =>
  caseTypeSql(
    content.map(({ type, table }) => [
      type,
      `select version from ${table} where id = item_id and deleted_at is null`,
    ]),
  );

/** SQL: the address of the item with this id, which may have none. The row has its `type`. */
export const addressSql = ({ content }: Reader, id: string): string =>
  caseTypeSql(
    content.flatMap(({ type, table, page, slug }) =>
      page ? [[type, `select '${page}/' || ${slug} from ${table} where id = ${id}`] as const] : [],
    ),
  );

/** SQL: the title of the item with this id here. The row has its `type`. */
export const titleSql = ({ content }: Reader, id: string): string =>
  caseTypeSql(
    content.map(({ type, table, titleSql: ofTable }) => [
      type,
      `select ${ofTable} from ${table} where id = ${id}`,
    ]),
  );

/** SQL: rows of imports that ended which stand for the same as `item`. Two old sites may number items alike. */
const sameItemSql = `from import_items as earlier
   join imports on imports.id = earlier.import_id and imports.state = 'done'
   where earlier.source = item.source
     and imports.site is not distinct from (select site from imports where id = item.import_id)`;

/** SQL: what the last import that ended knows of the same row of an old site, `item`. */
export const earlierItemSql = (columns: string): string =>
  `select ${columns} ${sameItemSql} and earlier.item_id is not null order by earlier.id desc limit 1`;

/** SQL: whether `item` replaced the text of a page of the site itself, and has not changed since. */
export const hasTextSql = `exists (select 1 ${sameItemSql} and earlier.hash = item.hash and earlier.replaces_text)`;

const caseTypeSql = (choices: readonly (readonly [type: string, query: string])[]): string =>
  `case type ${choices.map(([type, query]) => `when '${type}' then (${query})`).join(' ')} end`;
