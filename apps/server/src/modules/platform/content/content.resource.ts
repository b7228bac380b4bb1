import { apiPrefix } from '@institute/contract/api.constants';
import { type EntitySchema, type FilterQuery, raw, UnderscoreNamingStrategy } from '@mikro-orm/core';
import * as z from 'zod';
import type {
  ContentCountKey,
  IncompleteItemRule,
  ItemWarningRule,
} from '../../../context/content-description.ts';
import type { ContentInfo, TxCtx } from '../../../context.ts';
import { type ContentSchemas, makeContentProcedures } from './content.admin.ts';
import { declareContentExport, type ExportedContent } from './content.export.ts';
import { makeContentHandlers } from './content.routes.ts';
import {
  type ContentChange,
  type ContentRow,
  type ContentRules,
  type ContractFacts,
  makeContentService,
  type SummaryRules,
} from './content.service.ts';
import { type ComputedFields, makeView, type RowForView, type ViewSchema } from './content.view.ts';
import { declareContentFeed, type FeedDeclaration } from './content-feed.ts';
import { isPublishedSql, publishedWhere } from './publishing.ts';

type RowCondition<Row> = { [Column in keyof Row & string]?: Row[Column] & (string | number | boolean) };

/** SQL. Both arguments are SQL: the table and the current time. */
type SqlCondition = (table: string, now: string) => string;

type AttentionRule<Words, Row> = Omit<Words, 'condition'> & { where: RowCondition<Row> | SqlCondition };

/** A title built from several values: in SQL, and for one row. */
interface ItemTitle<Row> {
  sql: string;
  of(row: Row, tx: Pick<TxCtx, 'em'>): Promise<string>;
}

type HasId = { id: number };

interface ContentContract extends ExportedContent, ContractFacts {
  entity: ViewSchema<HasId>;
  summary: ViewSchema<HasId>;
  listed: ViewSchema<HasId>;
  input: { shape: z.ZodRawShape };
  routes: {
    list: { query: z.ZodType };
    create: { body: z.ZodType<object> };
    update: { body: z.ZodType };
  };
}

type SchemaOutput<Schema extends z.ZodType> = Schema['_zod']['output'];
type EntityView<C extends ContentContract> = SchemaOutput<C['entity']>;
type SummaryView<C extends ContentContract> = SchemaOutput<C['summary']>;
type ListedView<C extends ContentContract> = SchemaOutput<C['listed']>;
type CreateInput<C extends ContentContract> = SchemaOutput<C['routes']['create']['body']>;
type SentBody<
  C extends ContentContract,
  Call extends 'create' | 'update',
> = C['routes'][Call]['body']['_zod']['input'];
type SentListQuery<C extends ContentContract> = C['routes']['list']['query']['_zod']['input'];

/** Declares the output types of a contract's schemas, because TypeScript cannot infer them from a type parameter. */
interface TypedSchemas<C extends ContentContract> {
  entity: ViewSchema<EntityView<C>>;
  summary: ViewSchema<SummaryView<C>>;
  listed: ViewSchema<ListedView<C>>;
  routes: ContentSchemas<CreateInput<C>, SentBody<C, 'create'>, SentBody<C, 'update'>, SentListQuery<C>>;
}

interface ContentFacts<Row extends ContentRow> {
  /** The item's name in trash, activity log and image uses: a column, or how to build the name. */
  title: (keyof Row & string) | ItemTitle<Row>;
  images: readonly (keyof Row & string)[];
  html?: readonly (keyof Row & string)[];
  /** The path above the items' pages. */
  page?: `/${string}`;
  /** Column that ends the address of an item's page, instead of the id. Lists can filter by it. */
  slug?: keyof Row & string;
  /** Pages that list items. Their sitemap dates come from this table. */
  listedOn: readonly `/${string}`[];
  /** True when items can be drafts or scheduled. The row then has `status` and `publishAt`. */
  drafts?: boolean;
  visible?: RowCondition<Row>;
  /** SQL condition that visible items must meet in addition to `visible`. */
  visibleIf?: SqlCondition;
  statsKey?: ContentCountKey;
  /** Rules for items that the dashboard lists by name until the office completes them. */
  incomplete?: readonly AttentionRule<IncompleteItemRule, Row>[];
  /** Rules for items that the dashboard only counts, because there may be too many names. */
  warnings?: readonly AttentionRule<ItemWarningRule, Row>[];
}

interface ContentDeclaration<C extends ContentContract, Row extends ContentRow>
  extends ContentFacts<Row>,
    ContentRules<Row, EntityView<C>, CreateInput<C>> {
  contract: C & TypedSchemas<C>;
  /** Computes the fields of the item that are not columns. */
  computed?(row: Row): Partial<EntityView<C>>;
  summary?: SummaryRules<SummaryView<C>> & { computed?: ComputedFields<Row, Partial<SummaryView<C>>> };
  feed?: FeedDeclaration<EntityView<C>>;
}

/** Add the resource to `composition/content-list.ts` to make it part of the product. */
export function declareContentResource<
  const C extends ContentContract,
  Row extends ContentRow & RowForView<EntityView<C>>,
>(declaration: ContentDeclaration<C, Row>) {
  const { contract, feed, summary = {}, computed, ...declared } = declaration;
  const { compute, reads } = summary.computed ?? {};
  const { entity, title, drafts = false, page, slug, visible = {}, visibleIf } = declared;
  const inputDefaults = readSchemaDefaults(contract.input);
  const whereVisible = (now: Date) => ({
    ...visible,
    ...(drafts && publishedWhere(now)),
    ...(visibleIf && { [raw((alias) => visibleIf(alias, '?'), [now])]: [] }),
  });
  const contentKey: C['key'] = contract.key;
  const contentService = makeContentService<
    Row,
    EntityView<C>,
    CreateInput<C>,
    SummaryView<C>,
    ListedView<C>
  >({
    ...declared,
    contract,
    defaults: inputDefaults,
    view: makeView(entity, contract.entity, computed).view,
    summary: { ...summary, ...makeView(entity, contract.summary, compute, reads) },
    listed:
      contract.listed === contract.entity
        ? null
        : makeView(entity, contract.listed, compute as (row: Row) => Partial<ListedView<C>>, reads),
    title: typeof title === 'object' ? title.of : (row) => String(row[title]),
    page: drafts && page ? page : null,
    slug: slug ?? 'id',
    visible: whereVisible,
    ...(drafts && {
      states: {
        draft: () => ({ status: 'draft' }),
        published: whereVisible,
        scheduled: (now) => ({
          status: 'scheduled',
          $or: [{ publishAt: null }, { publishAt: { $gt: now } }],
        }),
        ...(Object.keys(visible).length > 0 && { inactive: () => ({ $not: visible }) }),
      },
    }),
  });
  const csvExport = declareContentExport(contract, contentService, declared);
  return {
    key: contentKey,
    entity,
    service: contentService,
    defaults: inputDefaults,
    order: declared.order,
    feed: feed && page ? declareContentFeed(feed, page, contentService) : null,
    csv: csvExport,
    info: makeContentInfo(contract, declared),
    routes: makeContentHandlers(`${apiPrefix}/${contentKey}`, contentService),
    procedures: makeContentProcedures(contentService, contract.routes, csvExport),
  };
}

/** Values that the contract gives to absent fields. A required field has no default. */
const readSchemaDefaults = ({ shape }: { shape: z.ZodRawShape }): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      const resultOfNullInput = z.safeParse(schema, null);
      return resultOfNullInput.success ? [[field, resultOfNullInput.data]] : [];
    }),
  );

const toColumnName = (property: string) => new UnderscoreNamingStrategy().propertyToColumnName(property);
const toSqlLiteral = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
const toSqlInstant = (time: Date) => `timestamptz '${time.toISOString()}'`;
const joinConditions = (conditions: readonly string[]) => conditions.join(' and ') || 'true';
const toSqlConditions = (values: object) =>
  Object.entries(values).map(([property, value]) => `${toColumnName(property)} = ${toSqlLiteral(value)}`);

function makeContentInfo<Row extends ContentRow, View>(
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
  const addCondition = <Words>({ where, ...words }: { where: RowCondition<Row> | SqlCondition } & Words) => ({
    ...words,
    condition: (now: Date) =>
      typeof where === 'function' ? where(table, toSqlInstant(now)) : joinConditions(toSqlConditions(where)),
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
        ...(drafts ? [isPublishedSql(toSqlInstant(now))] : []),
        ...(facts.visibleIf ? [facts.visibleIf(table, toSqlInstant(now))] : []),
      ]),
    page: facts.page ?? null,
    slug: toColumnName(facts.slug ?? 'id'),
    listedOn: facts.listedOn,
    statsKey: facts.statsKey ?? null,
    incomplete: incomplete.map((rule) => addCondition(rule)),
    warnings: warnings.map((rule) => addCondition(rule)),
    afterRestore: async (tx, id) => {
      if (!afterChange) return;
      const row = (await tx.em.findOneOrFail(entity, { id } as FilterQuery<Row>)) as Row;
      await afterChange({ action: 'restored', row, before: null }, tx);
    },
  };
}
