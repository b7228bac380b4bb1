import type { ContentKey, ContentType } from '@institute/contract';
import { apiPrefix } from '@institute/contract/common.constants';
import { type EntitySchema, raw, UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { ContentInfo, StatsKey } from '../../content-info.ts';
import type { TxCtx } from '../../context.ts';
import { type ContentSchemas, contentProcedures } from './content.admin.ts';
import { contentExport } from './content.export.ts';
import { contentHandlers } from './content.routes.ts';
import { type ContentRow, contentService, type Defaults, type Listing } from './content.service.ts';
import { contentFeed, type FeedDeclaration } from './content-feed.ts';
import type { ContentSummary } from './content-summaries.service.ts';
import { isPublished, published } from './published.ts';

/** Required column values. */
type Condition<Row> = { [Column in keyof Row & string]?: Row[Column] & (string | number | boolean) };

/** A name that is made of several values: as SQL for a statement that reads the table, and of a row. */
interface Title<Row> {
  sql: string;
  of(row: Row, tx: Pick<TxCtx, 'em'>): Promise<string>;
}

interface ContentContract<Key extends ContentKey, Input, Given, Changes, Query> {
  key: Key;
  type: ContentType;
  notFound: string;
  words: readonly [one: string, many: string];
  categories: readonly string[];
  example: object;
  routes: ContentSchemas<Input, Given, Changes, Query>;
}

interface ContentDeclaration<
  Key extends ContentKey,
  Row extends ContentRow,
  View extends { id: number },
  Input extends object,
  Summary extends { id: number },
  Given,
  Changes,
  Query,
  Listed extends { id: number },
> {
  contract: ContentContract<Key, Input, Given, Changes, Query>;
  entity: EntitySchema<Row>;
  /** An item's name in the trash, the activity log and the image usage: its column, or how it is made. */
  title: (keyof Row & string) | Title<Row>;
  /** Columns with image addresses. */
  images: readonly (keyof Row & string)[];
  /** Columns with HTML that may contain images. */
  html?: readonly (keyof Row & string)[];
  /** An item's page is below this path. */
  page?: `/${string}`;
  /** Pages that list items. Their times in the sitemap come from this table. */
  listedOn: readonly `/${string}`[];
  /** Items can be drafts or scheduled: the row has `status` and `publishAt`. */
  drafts?: boolean;
  /** Keeps the last versions of each item. */
  versions?: boolean;
  /** Visitors see only rows with these values. */
  visible?: Condition<Row>;
  /** A further condition in SQL, for what `visible` cannot say. Both arguments are SQL: the table and the current time. */
  visibleIf?(table: string, now: string): string;
  /** The condition of a search. By default the column `search` contains the text. */
  matching?(q: string): object;
  /** The table has an index of syllables, for short searches among very many rows. */
  hasSyllables?: boolean;
  view(row: Row): View;
  /** A number in the item's tag, for what the view shows and another table changes. */
  tagged?(row: Row): number;
  summary: ContentSummary<Row, Summary>;
  /** What the office's list shows, when that is less than the whole item. */
  listed?: Listing<Row, Listed>;
  defaults: Defaults<Input>;
  /** Default order of a list. */
  order: 'id' | '-createdAt' | 'startsOn';
  /**
   * Adjusts the input before it is stored; `row` is null for a new item. Throws when a rule between fields is broken.
   */
  prepare?(input: Partial<Input>, row: Row | null, tx: TxCtx): object | Promise<object>;
  /** A feed of the newest items. */
  feed?: FeedDeclaration<View>;
  statsKey?: StatsKey;
  /** Items with these values need attention on the dashboard. */
  attention?: { one: string; many: string; hint: string; where: Condition<Row> };
}

/**
 * Declares a content resource on the server. Everything that lists resources derives from it.
 * A line in `composition/content-list.ts` makes it part of the product.
 */
export function contentResource<
  const Key extends ContentKey,
  Row extends ContentRow,
  View extends { id: number },
  Input extends object,
  Summary extends { id: number },
  Given,
  Changes,
  Query,
  Listed extends { id: number } = View,
>(declaration: ContentDeclaration<Key, Row, View, Input, Summary, Given, Changes, Query, Listed>) {
  const { contract, entity, title, drafts = false, versions = false, visible = {} } = declaration;
  const { hasSyllables = false, listed } = declaration;
  const { view, summary, defaults, order, prepare, page, feed, visibleIf, matching, tagged } = declaration;
  const visibleAt = (now: Date) => ({
    ...visible,
    ...(drafts && published(now)),
    ...(visibleIf && { [raw((alias) => visibleIf(alias, '?'), [now])]: [] }),
  });
  const service = contentService<Row, View, Input, Summary, Listed>({
    ...{ entity, view, summary, defaults, order, hasSyllables },
    type: contract.type,
    missing: contract.notFound,
    title: typeof title === 'object' ? title.of : (row) => String(row[title]),
    isVersioned: versions,
    page: drafts && page ? page : null,
    visible: visibleAt,
    ...(drafts && {
      states: {
        draft: () => ({ status: 'draft' }),
        published: visibleAt,
        scheduled: (now) => ({
          status: 'scheduled',
          $or: [{ publishAt: null }, { publishAt: { $gt: now } }],
        }),
        ...(Object.keys(visible).length > 0 && { inactive: () => ({ $not: visible }) }),
      },
    }),
    ...(prepare && { prepare }),
    ...(listed && { listed }),
    ...(matching && { matching }),
    ...(tagged && { tagged }),
  });
  const csv = contentExport(contract, service);
  return {
    key: contract.key,
    entity,
    service,
    /** Values of absent optional fields on a new row. */
    defaults: { ...defaults } as Record<string, unknown>,
    feed: feed && page ? contentFeed(feed, page, service) : null,
    csv,
    info: infoOf(declaration),
    routes: contentHandlers(`${apiPrefix}/${contract.key}`, service),
    procedures: contentProcedures(service, contract.routes, csv),
  };
}

const columnOf = (property: string) => new UnderscoreNamingStrategy().propertyToColumnName(property);
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
const all = (conditions: readonly string[]) => conditions.join(' and ') || 'true';
const conditionsOf = (values: object) =>
  Object.entries(values).map(([property, value]) => `${columnOf(property)} = ${literal(value)}`);

/** Translates the declaration into SQL names and conditions. */
function infoOf<Key extends ContentKey, Row extends ContentRow>({
  contract,
  entity,
  attention,
  drafts = false,
  ...rest
}: Pick<
  ContentDeclaration<
    Key,
    Row,
    { id: number },
    object,
    { id: number },
    unknown,
    unknown,
    unknown,
    { id: number }
  >,
  | 'entity'
  | 'title'
  | 'images'
  | 'html'
  | 'page'
  | 'listedOn'
  | 'drafts'
  | 'hasSyllables'
  | 'visible'
  | 'visibleIf'
  | 'statsKey'
  | 'attention'
> & { contract: { key: Key; type: ContentType } }): ContentInfo {
  return {
    key: contract.key,
    type: contract.type,
    table: entity.meta.tableName,
    titleSql: typeof rest.title === 'object' ? rest.title.sql : columnOf(rest.title),
    imageColumns: rest.images.map(columnOf),
    htmlColumns: (rest.html ?? []).map(columnOf),
    hasDrafts: drafts,
    hasSyllables: rest.hasSyllables ?? false,
    visibleToVisitors: all([
      ...conditionsOf(rest.visible ?? {}),
      ...(drafts ? [isPublished] : []),
      ...(rest.visibleIf ? [rest.visibleIf(entity.meta.tableName, ':now')] : []),
    ]),
    page: rest.page ?? null,
    listedOn: rest.listedOn,
    statsKey: rest.statsKey ?? null,
    attention: attention
      ? {
          one: attention.one,
          many: attention.many,
          hint: attention.hint,
          condition: all(conditionsOf(attention.where)),
        }
      : null,
  };
}
