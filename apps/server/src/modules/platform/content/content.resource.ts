import type { ContentKey } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { type EntitySchema, type FilterQuery, raw, UnderscoreNamingStrategy } from '@mikro-orm/core';
import * as z from 'zod';
import type { ContentInfo, IncompleteRule, StatsKey, TxCtx, WarningRule } from '../../../context.ts';
import { type ContentSchemas, contentProcedures } from './content.admin.ts';
import { contentExport, type ExportedContent } from './content.export.ts';
import { contentHandlers } from './content.routes.ts';
import {
  type ContentChange,
  type ContentRow,
  type ContentRules,
  type ContractFacts,
  contentService,
  type SummaryRules,
} from './content.service.ts';
import { makeView, type RowOf, type ViewSchema } from './content.view.ts';
import { contentFeed, type FeedDeclaration } from './content-feed.ts';
import { isPublished, publishedWhere } from './publishing.ts';

type Condition<Row> = { [Column in keyof Row & string]?: Row[Column] & (string | number | boolean) };

/** SQL. Both arguments are SQL: the table and the current time. */
type SqlCondition = (table: string, now: string) => string;

type Rule<Words, Row> = Omit<Words, 'condition'> & { where: Condition<Row> | SqlCondition };

/** A title built from several values: in SQL, and for one row. */
interface Title<Row> {
  sql: string;
  of(row: Row, tx: Pick<TxCtx, 'em'>): Promise<string>;
}

interface ContentContract<Key extends ContentKey, View, Summary, Input, Given, Changes, Query>
  extends ExportedContent,
    ContractFacts {
  key: Key;
  entity: ViewSchema<View>;
  summary: ViewSchema<Summary>;
  input: { shape: z.ZodRawShape };
  routes: ContentSchemas<Input, Given, Changes, Query>;
}

interface ContentFacts<Row extends ContentRow> {
  /** The item's name in trash, activity log and image usage: a column, or how to build it. */
  title: (keyof Row & string) | Title<Row>;
  images: readonly (keyof Row & string)[];
  html?: readonly (keyof Row & string)[];
  /** The path above the items' pages. */
  page?: `/${string}`;
  /** Ends the address of an item's page, instead of the id. Lists filter by it. */
  slug?: keyof Row & string;
  /** Pages that list items. Their sitemap dates come from this table. */
  listedOn: readonly `/${string}`[];
  /** Items can be drafts or scheduled. The row then has `status` and `publishAt`. */
  drafts?: boolean;
  visible?: Condition<Row>;
  /** A further condition. */
  visibleIf?: SqlCondition;
  statsKey?: StatsKey;
  /** Items that the dashboard names until the office has completed them. */
  incomplete?: readonly Rule<IncompleteRule, Row>[];
  /** Items that the dashboard counts, where names would be too many. */
  warnings?: readonly Rule<WarningRule, Row>[];
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
  listed?: ViewSchema<Listed>;
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
  const { contract, feed, summary = {}, listed, computed, ...declared } = declaration;
  const { entity, title, drafts = false, page, slug, visible = {}, visibleIf } = declared;
  const defaults = schemaDefaults(contract.input);
  const visibleAt = (now: Date) => ({
    ...visible,
    ...(drafts && publishedWhere(now)),
    ...(visibleIf && { [raw((alias) => visibleIf(alias, '?'), [now])]: [] }),
  });
  const service = contentService<Row, View, Input, Summary, Listed>({
    ...declared,
    contract,
    defaults,
    view: makeView(entity, contract.entity, computed).view,
    summary: { ...summary, ...makeView(entity, contract.summary, summary.computed, summary.reads) },
    listed: listed
      ? makeView(entity, listed, summary.computed as (row: Row) => Partial<Listed>, summary.reads)
      : null,
    title: typeof title === 'object' ? title.of : (row) => String(row[title]),
    page: drafts && page ? page : null,
    slug: slug ?? 'id',
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
    order: declared.order,
    feed: feed && page ? contentFeed(feed, page, service) : null,
    csv,
    info: makeInfo(contract, declared),
    routes: contentHandlers(`${apiPrefix}/${contract.key}`, service),
    procedures: contentProcedures(service, contract.routes, csv),
  };
}

/** Values that the contract gives to absent fields. A required field has no default. */
const schemaDefaults = ({ shape }: { shape: z.ZodRawShape }): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      const empty = z.safeParse(schema, null);
      return empty.success ? [[field, empty.data]] : [];
    }),
  );

const toColumnName = (property: string) => new UnderscoreNamingStrategy().propertyToColumnName(property);
const sqlLiteral = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
const sqlInstant = (time: Date) => `timestamptz '${time.toISOString()}'`;
const joinConditions = (conditions: readonly string[]) => conditions.join(' and ') || 'true';
const toSqlConditions = (values: object) =>
  Object.entries(values).map(([property, value]) => `${toColumnName(property)} = ${sqlLiteral(value)}`);

function makeInfo<Row extends ContentRow, View>(
  { key, type, need }: Pick<ContentInfo, 'key' | 'type' | 'need'>,
  {
    entity,
    incomplete = [],
    warnings = [],
    drafts = false,
    afterChange,
    ...facts
  }: ContentFacts<Row> & {
    entity: EntitySchema<Row>;
    afterChange?: (change: ContentChange<Row, View>, tx: TxCtx) => Promise<void>;
  },
): ContentInfo {
  const table = entity.meta.tableName;
  const withCondition = <Words>({ where, ...words }: { where: Condition<Row> | SqlCondition } & Words) => ({
    ...words,
    condition: (now: Date) =>
      typeof where === 'function' ? where(table, sqlInstant(now)) : joinConditions(toSqlConditions(where)),
  });
  return {
    key,
    type,
    need,
    table,
    titleSql: typeof facts.title === 'object' ? facts.title.sql : toColumnName(facts.title),
    imageColumns: facts.images.map(toColumnName),
    htmlColumns: (facts.html ?? []).map(toColumnName),
    hasDrafts: drafts,
    visibleToVisitors: (now) =>
      joinConditions([
        ...toSqlConditions(facts.visible ?? {}),
        ...(drafts ? [isPublished(sqlInstant(now))] : []),
        ...(facts.visibleIf ? [facts.visibleIf(table, sqlInstant(now))] : []),
      ]),
    page: facts.page ?? null,
    slug: toColumnName(facts.slug ?? 'id'),
    listedOn: facts.listedOn,
    statsKey: facts.statsKey ?? null,
    incomplete: incomplete.map((rule) => withCondition(rule)),
    warnings: warnings.map((rule) => withCondition(rule)),
    afterRestore: async (tx, id) => {
      if (!afterChange) return;
      const row = (await tx.em.findOneOrFail(entity, { id } as FilterQuery<Row>)) as Row;
      await afterChange({ action: 'restored', row, before: null }, tx);
    },
  };
}
