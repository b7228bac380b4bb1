import type { ContentKey, ContentType } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import type { DayBounds } from '@institute/contract/day-bounds';
import { type EntitySchema, raw, UnderscoreNamingStrategy } from '@mikro-orm/core';
import * as z from 'zod';
import type { ContentInfo, StatsKey, TxCtx } from '../../context.ts';
import { type ContentSchemas, contentProcedures } from './content.admin.ts';
import { contentExport } from './content.export.ts';
import { contentHandlers } from './content.routes.ts';
import { type ContentRow, type ContentRules, contentService } from './content.service.ts';
import { type RowOf, type Shaped, viewOf } from './content.view.ts';
import { contentFeed, type FeedDeclaration } from './content-feed.ts';
import type { SummaryRules } from './content-summaries.service.ts';
import { isPublished, published } from './publishing.ts';

type Condition<Row> = { [Column in keyof Row & string]?: Row[Column] & (string | number | boolean) };

/** A title built from several values: in SQL, and for one row. */
interface Title<Row> {
  sql: string;
  of(row: Row, tx: Pick<TxCtx, 'em'>): Promise<string>;
}

interface ContentContract<Key extends ContentKey, View, Summary, Input, Given, Changes, Query> {
  key: Key;
  type: ContentType;
  notFound: string;
  words: readonly [one: string, many: string];
  categories: readonly string[];
  example: object;
  entity: Shaped<View>;
  summary: Shaped<Summary>;
  input: { shape: z.ZodRawShape };
  days: { [field: string]: DayBounds | undefined };
  routes: ContentSchemas<Input, Given, Changes, Query>;
}

interface ContentFacts<Row extends ContentRow> {
  /** The item's name in the trash, the activity log and the image usage: a column, or how to build it. */
  title: (keyof Row & string) | Title<Row>;
  images: readonly (keyof Row & string)[];
  html?: readonly (keyof Row & string)[];
  /** The path above the items' pages. */
  page?: `/${string}`;
  /** Pages that list items. Their sitemap dates come from this table. */
  listedOn: readonly `/${string}`[];
  /** Items can be drafts or scheduled. The row then has `status` and `publishAt`. */
  drafts?: boolean;
  visible?: Condition<Row>;
  /** A further condition in SQL. Both arguments are SQL: the table and the current time. */
  visibleIf?(table: string, now: string): string;
  statsKey?: StatsKey;
  attention?: { one: string; many: string; hint: string; where: Condition<Row> };
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
  Read extends keyof Row,
> extends ContentFacts<Row>,
    ContentRules<Row, View, Input> {
  contract: ContentContract<Key, View, Summary, Input, Given, Changes, Query>;
  /** The fields of the item that are no columns. */
  computed?(row: Row): Partial<View>;
  summary?: SummaryRules<Summary> & {
    /** Further columns that `computed` reads. */
    reads?: readonly (Read & string)[];
    computed?(row: Pick<Row, Read>): Partial<Summary>;
  };
  /** What the office's list shows, if less than whole items. Uses `computed` of the summary. */
  listed?: Shaped<Listed>;
  versions?: boolean;
  feed?: FeedDeclaration<View>;
}

/** Add the resource to `composition/content-list.ts` to make it part of the product. */
export function contentResource<
  const Key extends ContentKey,
  Row extends ContentRow & RowOf<View>,
  View extends { id: number },
  Input extends object,
  Summary extends { id: number },
  Given,
  Changes,
  Query,
  Listed extends { id: number } = View,
  Read extends keyof Row = never,
>(declaration: ContentDeclaration<Key, Row, View, Input, Summary, Given, Changes, Query, Listed, Read>) {
  const { contract, versions = false, feed, summary = {}, listed, computed, ...declared } = declaration;
  const { entity, title, drafts = false, page, visible = {}, visibleIf } = declared;
  const defaults = defaultsOf(contract.input);
  const visibleAt = (now: Date) => ({
    ...visible,
    ...(drafts && published(now)),
    ...(visibleIf && { [raw((alias) => visibleIf(alias, '?'), [now])]: [] }),
  });
  const service = contentService<Row, View, Input, Summary, Listed>({
    ...declared,
    defaults,
    view: viewOf(entity, contract.entity, computed).view,
    summary: { ...summary, ...viewOf(entity, contract.summary, summary.computed, summary.reads) },
    listed: listed ? viewOf(entity, listed, summary.computed as never, summary.reads) : null,
    type: contract.type,
    missing: contract.notFound,
    days: contract.days,
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
  });
  const csv = contentExport(contract, service, declared);
  return {
    key: contract.key,
    entity,
    service,
    defaults,
    feed: feed && page ? contentFeed(feed, page, service) : null,
    csv,
    info: infoOf(contract, declared),
    routes: contentHandlers(`${apiPrefix}/${contract.key}`, service),
    procedures: contentProcedures(service, contract.routes, csv),
  };
}

/** What the contract makes of empty values. A field that it demands has no default. */
const defaultsOf = ({ shape }: { shape: z.ZodRawShape }): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      const empty = z.safeParse(schema, null);
      return empty.success ? [[field, empty.data]] : [];
    }),
  );

const columnOf = (property: string) => new UnderscoreNamingStrategy().propertyToColumnName(property);
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
const all = (conditions: readonly string[]) => conditions.join(' and ') || 'true';
const conditionsOf = (values: object) =>
  Object.entries(values).map(([property, value]) => `${columnOf(property)} = ${literal(value)}`);

function infoOf<Row extends ContentRow>(
  { key, type }: Pick<ContentInfo, 'key' | 'type'>,
  { entity, attention, drafts = false, ...facts }: ContentFacts<Row> & { entity: EntitySchema<Row> },
): ContentInfo {
  return {
    key,
    type,
    table: entity.meta.tableName,
    titleSql: typeof facts.title === 'object' ? facts.title.sql : columnOf(facts.title),
    imageColumns: facts.images.map(columnOf),
    htmlColumns: (facts.html ?? []).map(columnOf),
    hasDrafts: drafts,
    visibleToVisitors: (now) =>
      all([
        ...conditionsOf(facts.visible ?? {}),
        ...(drafts ? [isPublished(now)] : []),
        ...(facts.visibleIf ? [facts.visibleIf(entity.meta.tableName, now)] : []),
      ]),
    page: facts.page ?? null,
    listedOn: facts.listedOn,
    statsKey: facts.statsKey ?? null,
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
