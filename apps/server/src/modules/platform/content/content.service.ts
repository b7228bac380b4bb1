// Calls on one kind of content. No call returns an item that its caller may not see. Every change is stored together
// with its activity, its version and its webhook events, or not at all.
import type { ContentKey, ContentType, listQuery } from '@institute/contract';
import type { ContentState } from '@institute/contract/content.constants';
import type { DayBounds } from '@institute/contract/day-bounds';
import { findOddDays } from '@institute/contract/day-faults';
import type { Need } from '@institute/contract/rights.constants';
import type { EntitySchema, QueryOrderMap, RequiredEntityData } from '@mikro-orm/core';
import type * as z from 'zod';
import { storeUploadPaths } from '../../../config/upload-addresses.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { makeItemTag } from '../../../database/item-tag.ts';
import {
  type BatchRange,
  findBatchOfRows,
  findPage,
  MAX_COUNTED_ROWS,
  type RowTotal,
  type SortOrders,
  toOrderByClauses,
} from '../../../database/page.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { invalidInputError, notFoundError } from '../../../errors.ts';
import type { Tx } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { StoreAnswer } from '../idempotency/idempotency-key.service.ts';
import { queueContentChanges } from '../webhooks/webhook-event.service.ts';
import { cleanContent } from './clean-content.ts';
import type { ContentView } from './content.view.ts';
import { makeRowFinder, type RowFinder, whereNotTrashed } from './content-rows.ts';
import { type ContentSnapshot, findVersion, storeVersion } from './content-version.service.ts';
import { nameDocuments } from './written-documents.ts';

export interface ContentRow {
  id: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt?: Date | null;
}

export type ListQuery = z.output<ReturnType<typeof listQuery>>;

export type SummaryQuery = ListQuery & { exclude?: number | undefined };

type OfficeQuery = ListQuery & {
  status?: ContentState | undefined;
};

type ExportQuery = Pick<OfficeQuery, 'q' | 'category' | 'status'>;

/** Options of a resource that the service uses unchanged. */
export interface ContentRules<Row extends ContentRow, View extends { id: number }, Input extends object> {
  entity: EntitySchema<Row>;
  /** Further columns of the CSV. Lazy columns of the row are loaded. */
  exported?: readonly ((keyof View | keyof Row) & string)[];
  /** Filters the CSV by a category that is not stored in a column. */
  isExported?(view: View, category: string | undefined): boolean;
  /** The default order: one of the contract's `sorts`, with `-` for the reverse. */
  order: `${'' | '-'}${keyof Row & string}`;
  /** Orders that are no column, by their names among the contract's `sorts`. */
  orders?: SortOrders;
  matching?(q: string): object;
  versions?: boolean;
  /** A number in the ETag for values that are shown but stored in another table. */
  tagged?(row: Row): number;
  /**
   * Adjusts the input before it is stored. `row` is null for a new item. Throws when a rule between fields is
   * broken.
   */
  prepare?(input: Partial<Input>, row: Row | null, tx: TxCtx): object | Promise<object>;
  /**
   * Applies the consequences of a change in its transaction: other rows, emails, activities. The row itself is stored
   * already, so a change of the row belongs in `prepare`.
   */
  afterChange?(change: ContentChange<Row, View>, tx: TxCtx): Promise<void>;
}

export interface ContentChange<Row, View> {
  action: 'created' | 'updated' | 'deleted' | 'restored';
  row: Row;
  /** The item before an update. */
  before: View | null;
}

export interface SummaryRules<View> {
  /** Columns of the search, instead of the search column. */
  searched?: readonly string[];
  conditions?(query: object): object;
  complete?(ctx: Ctx, views: View[]): Promise<View[]>;
}

/** Facts about a resource from the contract. */
export interface ContractFacts {
  key: ContentKey;
  type: ContentType;
  need: Need;
  notFound: string;
  days: { [field: string]: DayBounds | undefined };
}

/** What a change of an item needs. */
interface ChangeRules<Row extends ContentRow, View extends { id: number }, Input extends object>
  extends ContentRules<Row, View, Input> {
  contract: ContractFacts;
  view(row: Row): View;
  defaults: object;
  title(row: Row, tx: Pick<TxCtx, 'em'>): string | Promise<string>;
  /** Columns with HTML that people wrote. */
  html?: readonly (keyof Row & string)[];
}

interface ContentKind<
  Row extends ContentRow,
  View extends { id: number },
  Input extends object,
  Summary extends { id: number },
  Listed extends { id: number },
> extends ChangeRules<Row, View, Input> {
  summary: SummaryRules<Summary> & ContentView<Row, Summary>;
  listed: ContentView<Row, Listed> | null;
  states?: { [State in ContentState]?: (now: Date) => object };
  visible(now: Date): object;
  /** The path above the items' pages. Null when items have no page. */
  page: string | null;
  slug: keyof Row & string;
}

/** The server writes these fields, so versions leave them out. */
type ServerFields = { createdAt: string; updatedAt: string; publishedAt: string | null };

export interface TaggedView<View> {
  view: View;
  tag: string;
}

export interface ItemPreview {
  address: string;
  /** Path of the API call by which the page reads the item. `body` is the answer of that call. */
  path: string;
  body: object;
  version: number;
}

export interface ContentService<View, Input, Summary = unknown, Listed = View> {
  type: ContentType;
  list(ctx: Ctx, query: ListQuery): Promise<{ items: View[]; total: number }>;
  /** The count of a search may stop early. */
  listInOffice(ctx: Ctx, query: OfficeQuery): Promise<RowTotal & { items: Listed[] }>;
  summaries(ctx: Ctx, query: SummaryQuery): Promise<{ items: Summary[]; total: number }>;
  batch(ctx: Ctx, query: ExportQuery, range: BatchRange): Promise<View[]>;
  get(ctx: Ctx, id: number): Promise<TaggedView<View>>;
  create(ctx: Ctx, input: Input, keep?: StoreAnswer<TaggedView<View>>): Promise<TaggedView<View>>;
  update(ctx: Ctx, id: number, input: Partial<Input>, ifMatch?: string): Promise<TaggedView<View>>;
  remove(ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }>;
  /**
   * Returns the preview of an item, including items that visitors do not see and former versions. Null when the item
   * has no page, or the version is not stored any more.
   */
  preview(ctx: Ctx, id: number, version?: number): Promise<ItemPreview | null>;
}

export function makeContentService<
  Row extends ContentRow,
  View extends { id: number },
  Input extends object,
  Summary extends { id: number },
  Listed extends { id: number } = View,
>(kind: ContentKind<Row, View, Input, Summary, Listed>): ContentService<View, Input, Summary, Listed> {
  const rowFinder = makeRowFinder(kind);
  return {
    type: kind.contract.type,
    ...makeListCalls(kind, rowFinder),
    ...makeReadCalls(kind, rowFinder),
    ...makeChangeCalls(kind),
  };
}

function makeListCalls<
  Row extends ContentRow,
  View extends { id: number },
  Input extends object,
  Summary extends { id: number },
  Listed extends { id: number },
>(
  kind: ContentKind<Row, View, Input, Summary, Listed>,
  { listItems, whereExported }: RowFinder<Row>,
): Pick<ContentService<View, Input, Summary, Listed>, 'list' | 'listInOffice' | 'batch' | 'summaries'> {
  const { entity, view, exported = [] } = kind;
  const toListedView = (kind.listed?.view ?? view) as (row: Row) => Listed;

  const properties: Record<string, { lazy?: boolean }> = entity.meta.properties;
  const lazyFields = exported.filter((field) => properties[field]?.lazy);
  const toExportedView = (row: Row): View => ({
    ...Object.fromEntries(lazyFields.map((field) => [field, row[field as keyof Row]])),
    ...view(row),
  });

  const toPageOptions = ({ limit, offset, sort = kind.order }: ListQuery) => ({
    orderBy: toOrderByClauses(kind.orders, sort) as QueryOrderMap<Row>[],
    limit,
    offset,
  });

  return {
    list: async (ctx, query) => {
      const { rows, total } = await findPage(listItems(ctx, query), toPageOptions(query));
      return { items: rows.map(view), total };
    },

    listInOffice: async (ctx, query) => {
      const fields = kind.listed ? { fields: kind.listed.columns } : {};
      const countLimit = query.q ? MAX_COUNTED_ROWS : undefined;
      const { rows, ...counted } = await findPage(
        listItems(ctx, query),
        { ...toPageOptions(query), ...fields },
        countLimit,
      );
      return { items: rows.map(toListedView), ...counted };
    },

    batch: async (ctx, query, range) =>
      (await findBatchOfRows(ctx.em, entity, whereExported(ctx, query), range, { populate: lazyFields })).map(
        toExportedView,
      ),

    summaries: async (ctx, query) => {
      const { columns: fields, view: summaryView, searched, complete } = kind.summary;
      const page = { ...toPageOptions(query), fields };
      const { rows, total } = await findPage(listItems(ctx, query, searched), page);
      const items = rows.map(summaryView);
      return { items: complete ? await complete(ctx, items) : items, total };
    },
  };
}

type ItemRules<Row extends ContentRow, View extends { id: number }> = Pick<
  ContentKind<Row, View, object, { id: number }, { id: number }>,
  'contract' | 'page' | 'slug' | 'tagged' | 'view'
>;

function makeReadCalls<Row extends ContentRow, View extends { id: number }>(
  kind: ItemRules<Row, View>,
  { readRow }: RowFinder<Row>,
): Pick<ContentService<View, object>, 'get' | 'preview'> {
  const { contract, view, page, slug } = kind;
  const { key, type } = contract;
  return {
    get: async (ctx, id) => {
      const row = await readRow(ctx, id);
      if (!row) throw notFoundError(contract.notFound);
      return toItem(kind, row);
    },

    preview: async (ctx, id, asked) => {
      const row = page && (await readRow(ctx, id, true));
      if (!row) return null;
      // Once an item is public, the preview shows the public version to everybody
      const isItemPublic = asked !== undefined && (await readRow(ctx, id, false)) !== undefined;
      const version = isItemPublic ? row.version : (asked ?? row.version);
      const formerFields = version === row.version ? {} : await findVersion(ctx, { type, id }, version);
      if (!formerFields) return null;
      const data = { ...view(row), ...formerFields };
      const slugValue = { ...row, ...formerFields }[slug];
      const address = `${page}/${slugValue}`;
      if (slug === 'id') return { address, path: `/${key}/${id}`, body: { data }, version };
      const meta = { total: 1, limit: 1, offset: 0 };
      return { address, path: `/${key}?${slug}=${slugValue}`, body: { data: [data], meta }, version };
    },
  };
}

/** Each change is one transaction with its activity, its version and its webhook events. */
function makeChangeCalls<Row extends ContentRow, View extends { id: number }, Input extends object>(
  kind: ChangeRules<Row, View, Input>,
): Pick<ContentService<View, Input>, 'create' | 'update' | 'remove'> {
  const { contract, entity, view } = kind;
  const { type, notFound: missing } = contract;
  const { takeSnapshot, storeRowVersion, recordChange } = makeRecorders(kind);

  const cleanInput = async <Given extends object>(ctx: Ctx, given: Given): Promise<Given> => {
    const cleanedInput = await cleanContent(ctx, given, kind.html);
    return nameDocuments(ctx, storeUploadPaths(ctx.config, cleanedInput, kind.html), kind.html);
  };

  const prepareInput = (input: Partial<Input>, row: Row | null, tx: TxCtx) => {
    const faults = findOddDays(contract.days, input, row ? view(row) : {});
    if (faults.length > 0) throw invalidInputError(faults);
    return kind.prepare ? kind.prepare(input, row, tx) : input;
  };

  const lockRow = (tx: Tx, id: number, ifMatch: string | undefined): Promise<Row> =>
    lockRowOrNotFound(tx, entity, whereNotTrashed<Row>({ id }), {
      missing,
      ifMatch,
      tag: (row) => makeItemTag(type, row),
    });

  return {
    create: async (ctx, given, keepAnswer) => {
      const input = await cleanInput(ctx, given);
      return withContentChange(ctx, async (tx) => {
        const data = { ...kind.defaults, ...(await prepareInput(input, null, tx)) };
        const row = tx.em.create(entity, data as RequiredEntityData<Row>);
        await tx.em.flush();
        await recordChange(tx, 'create', row);
        await storeRowVersion(tx, row);
        const createdItem = toItem(kind, row);
        await keepAnswer?.(tx, createdItem);
        return createdItem;
      });
    },

    update: async (ctx, id, given, ifMatch) => {
      const input = await cleanInput(ctx, given);
      return withContentChange(ctx, async (tx) => {
        const row = await lockRow(tx, id, ifMatch);
        const formerSnapshot = takeSnapshot(row);
        const formerView = view(row);
        Object.assign(row, await prepareInput(input, row, tx));
        await tx.em.flush();
        if (row.version === formerSnapshot.number) return toItem(kind, row);
        await recordChange(tx, 'update', row, formerView);
        await storeRowVersion(tx, row, formerSnapshot);
        await tx.em.execute(`update ${entity.meta.tableName} set is_demo = false where id = ? and is_demo`, [
          id,
        ]);
        return toItem(kind, row);
      });
    },

    remove: (ctx, id, ifMatch) =>
      withContentChange(ctx, async (tx) => {
        const row = await lockRow(tx, id, ifMatch);
        row.deletedAt = tx.now();
        await tx.em.flush();
        await recordChange(tx, 'delete', row);
        return { id };
      }),
  };
}

/** Stores what belongs to a change besides the row: the version, the activity and the webhook events. */
function makeRecorders<Row extends ContentRow, View extends { id: number }, Input extends object>(
  kind: ChangeRules<Row, View, Input>,
) {
  const { type } = kind.contract;

  const takeSnapshot = (row: Row): ContentSnapshot => {
    const { id, createdAt, updatedAt, publishedAt, ...fields } = kind.view(row) as View &
      Partial<ServerFields>;
    return { number: row.version, fields, since: row.updatedAt };
  };

  const storeRowVersion = async (tx: TxCtx, row: Row, before?: ContentSnapshot) => {
    if (kind.versions) await storeVersion(tx, { type, id: row.id }, { before, after: takeSnapshot(row) });
  };

  const recordChange = async (
    tx: TxCtx,
    done: 'create' | 'update' | 'delete',
    row: Row,
    before: View | null = null,
  ) => {
    await recordActivity(tx, {
      type: done,
      entityType: type,
      entityId: row.id,
      description: `${actionPastTense[done]} ${type} “${await kind.title(row, tx)}”`,
    });
    const action = contentActions[done];
    await queueContentChanges(tx, [{ type, id: row.id, action }]);
    await kind.afterChange?.({ action, row, before }, tx);
  };

  return { takeSnapshot, storeRowVersion, recordChange };
}

const toItem = <Row extends ContentRow, View extends { id: number }>(
  { contract, view, tagged }: Pick<ItemRules<Row, View>, 'contract' | 'tagged' | 'view'>,
  row: Row,
): TaggedView<View> => ({ view: view(row), tag: makeItemTag(contract.type, row, tagged?.(row)) });

const contentActions = { create: 'created', update: 'updated', delete: 'deleted' } as const;
const actionPastTense = { create: 'Created', update: 'Updated', delete: 'Deleted' } as const;
