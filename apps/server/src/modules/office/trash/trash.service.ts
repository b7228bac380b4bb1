import {
  type ContentType,
  type ErrorDetail,
  entities,
  pageParameters,
  searchText,
  sortBy,
  type TrashKind,
  trashKinds,
} from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import { maySee } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { parseSort } from '../../../database/page.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { int, listIds, readNumber, readRows, text, textOrNull } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { recordActivities } from '../../platform/activity/activity.service.ts';
import { deleteVersions } from '../../platform/content/content-version.service.ts';
import { searchPattern } from '../../platform/content/search.ts';
import { queueContentChanges } from '../../platform/webhooks/webhook-event.service.ts';
import { fullNameSql } from '../../school/registrations/registration.entity.ts';
import { copyStartDays } from '../../school/registrations/registration-privacy.service.ts';
import { takeRestoredSeat } from '../../school/registrations/registration-seating.service.ts';
import { eraseMessages, eraseRegistrations } from '../privacy/erasure.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TRASH_KEPT_MS = trashDays * DAY_MS;

/** All fields are SQL. The trash shows `title`, the activity log has `loggedAs`. */
interface TrashKindInfo {
  table: string;
  title: string;
  loggedAs: string;
  /** Also erases traces in other tables. Present only for rows that visitors wrote. */
  eraseVisitors?(tx: TxCtx, ids: readonly number[]): Promise<number>;
}

const declareTitledKind = (word: string, table: string, title: string): TrashKindInfo => ({
  table,
  title,
  loggedAs: `'${word} “' || ${title} || '”'`,
});

const officeKinds: Record<Exclude<TrashKind, ContentType>, TrashKindInfo> = {
  registration: {
    table: 'registrations',
    title: fullNameSql(),
    loggedAs: `'registration ' || reference`,
    eraseVisitors: eraseRegistrations,
  },
  contact: {
    table: 'messages',
    title: `name || ': ' || subject`,
    loggedAs: `'a contact message'`,
    eraseVisitors: eraseMessages,
  },
  newsletter: declareTitledKind('newsletter', 'campaigns', 'subject'),
};

function findTrashKind({ content }: Pick<Ctx, 'content'>, kind: TrashKind): TrashKindInfo {
  const contentInfo = content.find(({ type }) => type === kind);
  return contentInfo
    ? declareTitledKind(contentInfo.type, contentInfo.table, contentInfo.titleSql)
    : officeKinds[kind as keyof typeof officeKinds];
}

const trashOrders = {
  title: 'fold(title)',
  kind: 'kind',
  deletedAt: 'deleted_at',
  deletedBy: '"deletedBy"',
};
type TrashSort = keyof typeof trashOrders;

export const trashQuery = z.object({
  ...pageParameters,
  q: searchText.optional(),
  category: z.enum(trashKinds).optional(),
  sort: sortBy(Object.keys(trashOrders) as TrashSort[]).optional(),
});

const trashColumns = {
  kind: z.enum(trashKinds),
  id: int,
  title: text,
  deletedMs: z.number(),
  deletedBy: textOrNull,
};

export async function listTrash(ctx: Ctx, query: z.output<typeof trashQuery>) {
  const { limit, offset, q = '', category: kind, sort = '-deletedAt' } = query;
  const { em, now, actor } = ctx;
  const { name, direction } = parseSort(sort);
  const orderSql = `${trashOrders[name as TrashSort]} ${direction}`;
  const visibleKinds = kind ? [kind] : trashKinds.filter((one) => actor && maySee(actor, entities[one].need));
  if (visibleKinds.length === 0) return { items: [], total: 0 };
  const deletedRowsSql = visibleKinds
    .map((one) => {
      const { table, title } = findTrashKind(ctx, one);
      return `select '${one}' as kind, id, ${title} as title, deleted_at from ${table} where deleted_at is not null`;
    })
    .join(' union all ');
  const foundRowsSql = `from (${deletedRowsSql}) as trash where ? = '' or fold(title) like ${searchPattern}`;
  const [rows, total] = await Promise.all([
    readRows(em, trashColumns)(
      `select kind, id, title, (extract(epoch from deleted_at) * 1000)::float8 as "deletedMs", "deletedBy"
       from (select *, (
         select user_email from activities
         where entity_type = kind and entity_id = trash.id and type = 'delete' order by id desc limit 1
       ) as "deletedBy" ${foundRowsSql}) as named order by ${orderSql}, deleted_at desc, kind, id limit ? offset ?`,
      [q, q, limit, offset],
    ),
    readNumber(em, 'total')(`select count(*)::int as total ${foundRowsSql}`, [q, q]),
  ]);
  const trashItems = rows.map(({ deletedMs, ...row }) => ({
    ...row,
    deletedAt: new Date(deletedMs).toISOString(),
    daysLeft: Math.max(0, Math.ceil((deletedMs + TRASH_KEPT_MS - now().getTime()) / DAY_MS)),
  }));
  return { items: trashItems, total };
}

export const restoreItem = (ctx: Ctx, kind: TrashKind, id: number): Promise<{ id: number }> =>
  withContentChange(ctx, async (tx) => {
    const restoredItems = await restoreItems(tx, [{ kind, id }]);
    if (restoredItems.length === 0) throw notInTrashError();
    return { id };
  });

interface TrashedItem<Kind extends TrashKind = TrashKind> {
  kind: Kind;
  id: number;
}
type ContentItem = TrashedItem<ContentType>;

/** Restores all items or none. The error names the items that are not in the trash any more. */
export function restoreMany(ctx: Ctx, items: readonly TrashedItem[]): Promise<{ count: number }> {
  return withContentChange(ctx, async (tx) => {
    const restoredItemSet = new Set(await restoreItems(tx, items));
    const missingDetails = items.flatMap((item, index): ErrorDetail[] =>
      restoredItemSet.has(item)
        ? []
        : [{ path: `items.${index}`, message: `The ${item.kind} ${item.id} is not in the trash any more` }],
    );
    if (missingDetails.length > 0) {
      throw new AppError('CONFLICT', 'Some of these are not in the trash any more. None was restored', {
        details: missingDetails,
      });
    }
    return { count: items.length };
  });
}

/** Skips items that are in the trash already. */
export const removeMany = (ctx: Ctx, items: readonly ContentItem[]): Promise<{ items: ContentItem[] }> =>
  withContentChange(ctx, (tx) => moveToTrash(tx, items));

export async function moveToTrash(
  tx: TxCtx,
  items: readonly ContentItem[],
): Promise<{ items: ContentItem[] }> {
  const removedItems: TrashMove<ContentItem>[] = [];
  for (const itemToTrash of sortForLocks(items)) {
    const { table, loggedAs } = findTrashKind(tx, itemToTrash.kind);
    const [row] = await readRows(tx.em, { loggedTitle: text })(
      `update ${table} set deleted_at = ?, version = version + 1, updated_at = ?
       where id = ? and deleted_at is null returning ${loggedAs} as "loggedTitle"`,
      [tx.now(), tx.now(), itemToTrash.id],
    );
    if (row) removedItems.push({ item: itemToTrash, loggedTitle: row.loggedTitle });
  }
  await recordMoves(tx, 'deleted', removedItems);
  return { items: removedItems.map(({ item }) => item) };
}

/** Every call locks in this order, so that two calls with the same items cannot deadlock. */
const sortForLocks = <Item extends TrashedItem>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id);

/** Returns the items that were in the trash. */
export async function restoreItems<Item extends TrashedItem>(
  tx: TxCtx,
  items: readonly Item[],
): Promise<Item[]> {
  const restored: TrashMove<Item>[] = [];
  for (const item of sortForLocks(items)) {
    const { kind, id } = item;
    const { table, loggedAs } = findTrashKind(tx, kind);
    // The version rises, so that a form that was opened before the deletion cannot be saved
    const [row] = await readRows(tx.em, { loggedTitle: text })(
      `update ${table} set deleted_at = null, version = version + 1, updated_at = ?
       where id = ? and deleted_at is not null returning ${loggedAs} as "loggedTitle"`,
      [tx.now(), id],
    );
    if (!row) continue;
    if (kind === 'registration') await takeRestoredSeat(tx, id);
    await tx.content.find(({ type }) => type === kind)?.afterRestore(tx, id);
    restored.push({ item, loggedTitle: row.loggedTitle });
  }
  await recordMoves(tx, 'restored', restored);
  return restored.map(({ item }) => item);
}

/** `loggedTitle` names the item in the activity log. */
type TrashMove<Item extends TrashedItem> = { item: Item; loggedTitle: string };

async function recordMoves(
  tx: TxCtx,
  action: 'deleted' | 'restored',
  moved: readonly TrashMove<TrashedItem>[],
) {
  const activityType = action === 'deleted' ? 'delete' : 'restore';
  const moveActivities = moved.map(
    ({ item: { kind, id }, loggedTitle }) =>
      ({
        type: activityType,
        entityType: kind,
        entityId: id,
        description: `${action === 'deleted' ? 'Deleted' : 'Restored'} ${loggedTitle}`,
      }) as const,
  );
  await recordActivities(tx, moveActivities);
  const contentChanges = moved.map(({ item: { kind, id } }) => ({ type: kind, id, action }));
  await queueContentChanges(tx, contentChanges);
}

/** Purging a program keeps its registrations, which then have no program. */
export function purgeItem(ctx: Ctx, kind: TrashKind, id: number): Promise<{ id: number }> {
  // A person's data is gone for ever, as by an erasure
  if (findTrashKind(ctx, kind).eraseVisitors) refuseUnconfirmedPassword(ctx);
  return withContentChange(ctx, async (tx) => {
    if ((await eraseTrashedItems(tx, kind, 'id = ?', id)) === 0) throw notInTrashError();
    return { id };
  });
}

export async function purgeOldItems(ctx: Ctx): Promise<void> {
  const trashCutoff = new Date(ctx.now().getTime() - TRASH_KEPT_MS);
  for (const trashKind of trashKinds) {
    await withContentChange(ctx, (tx) => eraseTrashedItems(tx, trashKind, 'deleted_at < ?', trashCutoff));
  }
}

async function eraseTrashedItems(tx: TxCtx, kind: TrashKind, which: string, value: number | Date) {
  const { table, loggedAs, eraseVisitors } = findTrashKind(tx, kind);
  // Locked, so that nobody restores the rows meanwhile
  const trashedRows = await readRows(tx.em, { id: int, loggedTitle: text })(
    `select id, ${loggedAs} as "loggedTitle" from ${table} where deleted_at is not null and ${which} order by id for update`,
    [value],
  );
  for (const trashedRowBatch of splitIntoBatches(trashedRows)) {
    const batchItemIds = listIds(trashedRowBatch);
    if (kind === 'intake') await copyStartDays(tx, 'id', batchItemIds);
    if (kind === 'program') await copyStartDays(tx, 'program_id', batchItemIds);
    if (eraseVisitors) await eraseVisitors(tx, batchItemIds);
    else await tx.em.execute(`delete from ${table} where id = any(?::int[])`, [`{${batchItemIds}}`]);
    await deleteVersions(tx, kind, batchItemIds);
    const purgeActivity = { type: 'purge', entityType: kind } as const;
    await recordActivities(
      tx,
      trashedRowBatch.map((row) => ({
        ...purgeActivity,
        entityId: row.id,
        description: `Deleted ${row.loggedTitle} for ever`,
      })),
    );
  }
  return trashedRows.length;
}

const notInTrashError = () => notFoundError('This is not in the trash any more');
