// A call on one kind of content comes in and its items go out: never one that the caller may not see, and never after
// a change that is stored without its activity, its version and its webhook events.
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
  findBatch,
  findPage,
  MAX_COUNTED,
  type Orders,
  type RowTotal,
  toOrderBy,
} from '../../../database/page.ts';
import { lockOrNotFound } from '../../../database/row-lock.ts';
import { invalidInputError, notFoundError } from '../../../errors.ts';
import type { Tx } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { StoreAnswer } from '../idempotency/idempotency-key.service.ts';
import { queueContentChanges } from '../webhooks/webhook-event.service.ts';
import { cleanContent } from './clean-content.ts';
import type { ContentView } from './content.view.ts';
import { makeRowFinder, type RowFinder, whereKept } from './content-rows.ts';
import { findVersion, type Snapshot, storeVersion } from './content-version.service.ts';
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
  orders?: Orders;
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
   * Does what follows from a change, in its transaction: other rows, emails, activities. The row is stored already; a
   * value of the row itself belongs to `prepare`.
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
interface ChangedKind<Row extends ContentRow, View extends { id: number }, Input extends object>
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
> extends ChangedKind<Row, View, Input> {
  summary: SummaryRules<Summary> & ContentView<Row, Summary>;
  listed: ContentView<Row, Listed> | null;
  states?: { [State in ContentState]?: (now: Date) => object };
  visible(now: Date): object;
  /** The path above the items' pages. Null when items have no page. */
  page: string | null;
  slug: keyof Row & string;
}

/** The server writes these fields, so versions leave them out. */
type OwnFields = { createdAt: string; updatedAt: string; publishedAt: string | null };

export interface Item<View> {
  view: View;
  tag: string;
}

export interface Preview {
  address: string;
  /** The page reads the item by this call, which gets this answer. */
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
  get(ctx: Ctx, id: number): Promise<Item<View>>;
  create(ctx: Ctx, input: Input, keep?: StoreAnswer<Item<View>>): Promise<Item<View>>;
  update(ctx: Ctx, id: number, input: Partial<Input>, ifMatch?: string): Promise<Item<View>>;
  remove(ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }>;
  /** Also of an item that visitors do not see, or as it was. Null without a page, or when the version is not kept. */
  preview(ctx: Ctx, id: number, version?: number): Promise<Preview | null>;
}

export function makeContentService<
  Row extends ContentRow,
  View extends { id: number },
  Input extends object,
  Summary extends { id: number },
  Listed extends { id: number } = View,
>(kind: ContentKind<Row, View, Input, Summary, Listed>): ContentService<View, Input, Summary, Listed> {
  const rows = makeRowFinder(kind);
  return {
    type: kind.contract.type,
    ...makeLists(kind, rows),
    ...makeItemReads(kind, rows),
    ...makeChanges(kind),
  };
}

function makeLists<
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
  const listed = (kind.listed?.view ?? view) as (row: Row) => Listed;

  const properties: Record<string, { lazy?: boolean }> = entity.meta.properties;
  const lazy = exported.filter((field) => properties[field]?.lazy);
  const toExportedView = (row: Row): View => ({
    ...Object.fromEntries(lazy.map((field) => [field, row[field as keyof Row]])),
    ...view(row),
  });

  const toPageOptions = ({ limit, offset, sort = kind.order }: ListQuery) => ({
    orderBy: toOrderBy(kind.orders, sort) as QueryOrderMap<Row>[],
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
      const most = query.q ? MAX_COUNTED : undefined;
      const { rows, ...counted } = await findPage(
        listItems(ctx, query),
        { ...toPageOptions(query), ...fields },
        most,
      );
      return { items: rows.map(listed), ...counted };
    },

    batch: async (ctx, query, range) =>
      (await findBatch(ctx.em, entity, whereExported(ctx, query), range, { populate: lazy })).map(
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

function makeItemReads<Row extends ContentRow, View extends { id: number }>(
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
      // Once it is published, everybody sees the same
      const isPublic = asked !== undefined && (await readRow(ctx, id, false)) !== undefined;
      const version = isPublic ? row.version : (asked ?? row.version);
      const former = version === row.version ? {} : await findVersion(ctx, { type, id }, version);
      if (!former) return null;
      const data = { ...view(row), ...former };
      const name = { ...row, ...former }[slug];
      const address = `${page}/${name}`;
      if (slug === 'id') return { address, path: `/${key}/${id}`, body: { data }, version };
      const meta = { total: 1, limit: 1, offset: 0 };
      return { address, path: `/${key}?${slug}=${name}`, body: { data: [data], meta }, version };
    },
  };
}

/** Each change is one transaction with its activity, its version and its webhook events. */
function makeChanges<Row extends ContentRow, View extends { id: number }, Input extends object>(
  kind: ChangedKind<Row, View, Input>,
): Pick<ContentService<View, Input>, 'create' | 'update' | 'remove'> {
  const { contract, entity, view } = kind;
  const { type, notFound: missing } = contract;
  const { takeSnapshot, storeRowVersion, recordChange } = makeRecords(kind);

  const cleanInput = async <Given extends object>(ctx: Ctx, given: Given): Promise<Given> => {
    const cleaned = await cleanContent(ctx, given, kind.html);
    return nameDocuments(ctx, storeUploadPaths(ctx.config, cleaned, kind.html), kind.html);
  };

  const prepareInput = (input: Partial<Input>, row: Row | null, tx: TxCtx) => {
    const faults = findOddDays(contract.days, input, row ? view(row) : {});
    if (faults.length > 0) throw invalidInputError(faults);
    return kind.prepare ? kind.prepare(input, row, tx) : input;
  };

  const lockRow = (tx: Tx, id: number, ifMatch: string | undefined): Promise<Row> =>
    lockOrNotFound(tx, entity, whereKept<Row>({ id }), {
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
        const created = toItem(kind, row);
        await keepAnswer?.(tx, created);
        return created;
      });
    },

    update: async (ctx, id, given, ifMatch) => {
      const input = await cleanInput(ctx, given);
      return withContentChange(ctx, async (tx) => {
        const row = await lockRow(tx, id, ifMatch);
        const before = takeSnapshot(row);
        const former = view(row);
        Object.assign(row, await prepareInput(input, row, tx));
        await tx.em.flush();
        if (row.version === before.number) return toItem(kind, row);
        await recordChange(tx, 'update', row, former);
        await storeRowVersion(tx, row, before);
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

/** What is stored besides the row: its versions, the activity and the webhook events. */
function makeRecords<Row extends ContentRow, View extends { id: number }, Input extends object>(
  kind: ChangedKind<Row, View, Input>,
) {
  const { type } = kind.contract;

  const takeSnapshot = (row: Row): Snapshot => {
    const { id, createdAt, updatedAt, publishedAt, ...fields } = kind.view(row) as View & Partial<OwnFields>;
    return { number: row.version, fields, since: row.updatedAt };
  };

  const storeRowVersion = async (tx: TxCtx, row: Row, before?: Snapshot) => {
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
    const action = contentActionOf[done];
    await queueContentChanges(tx, [{ type, id: row.id, action }]);
    await kind.afterChange?.({ action, row, before }, tx);
  };

  return { takeSnapshot, storeRowVersion, recordChange };
}

const toItem = <Row extends ContentRow, View extends { id: number }>(
  { contract, view, tagged }: Pick<ItemRules<Row, View>, 'contract' | 'tagged' | 'view'>,
  row: Row,
): Item<View> => ({ view: view(row), tag: makeItemTag(contract.type, row, tagged?.(row)) });

const contentActionOf = { create: 'created', update: 'updated', delete: 'deleted' } as const;
const actionPastTense = { create: 'Created', update: 'Updated', delete: 'Deleted' } as const;
