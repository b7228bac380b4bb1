import { type ContentType, type TrashKind, trashKinds } from '@institute/contract';
import { trashDays } from '@institute/contract/content.constants';
import type { Ctx, TxCtx } from '../../context.ts';
import { withContentChange } from '../../database/changes.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { deleteVersions } from '../content/content-version.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = trashDays * DAY_MS;

/** SQL: `title` is shown in the trash, `told` in the activity log. */
interface Kind {
  table: string;
  title: string;
  told: string;
}

const titled = (word: string, table: string, title: string): Kind => ({
  table,
  title,
  told: `'${word} “' || ${title} || '”'`,
});

const officeKinds: Record<Exclude<TrashKind, ContentType>, Kind> = {
  registration: {
    table: 'registrations',
    title: `first_name || ' ' || last_name`,
    told: `'registration ' || reference`,
  },
  contact: {
    table: 'messages',
    title: `name || ': ' || subject`,
    told: `'a contact message'`,
  },
  newsletter: titled('newsletter', 'campaigns', 'subject'),
};

function kindOf({ content }: Pick<Ctx, 'content'>, kind: TrashKind): Kind {
  const info = content.find(({ type }) => type === kind);
  return info
    ? titled(info.type, info.table, info.titleColumn)
    : officeKinds[kind as keyof typeof officeKinds];
}

export interface TrashQuery {
  limit: number;
  offset: number;
  q?: string | undefined;
  kind?: TrashKind | undefined;
}

interface TrashItem {
  kind: TrashKind;
  id: number;
  title: string;
  deletedAt: string;
  /** Email address; null when unknown. */
  deletedBy: string | null;
  daysLeft: number;
}

/** Last deleted first. */
export async function listTrash(
  ctx: Ctx,
  { limit, offset, q = '', kind }: TrashQuery,
): Promise<{ items: TrashItem[]; total: number }> {
  const { em, now } = ctx;
  const sought = kind ? [kind] : trashKinds;
  const deleted = sought
    .map((one) => {
      const { table, title } = kindOf(ctx, one);
      return `select '${one}' as kind, id, ${title} as title, deleted_at from ${table} where deleted_at is not null`;
    })
    .join(' union all ');
  const found = `from (${deleted}) as trash where strpos(fold(title), fold(?)) > 0`;
  const [rows, [counted]] = await Promise.all([
    em.execute<(Pick<TrashItem, 'kind' | 'id' | 'title' | 'deletedBy'> & { deletedMs: number })[]>(
      `select kind, id, title, (extract(epoch from deleted_at) * 1000)::float8 as "deletedMs", (
         select user_email from activities
         where entity_type = kind and entity_id = trash.id and type = 'delete' order by id desc limit 1
       ) as "deletedBy" ${found} order by deleted_at desc, kind, id limit ? offset ?`,
      [q, limit, offset],
    ),
    em.execute<{ total: number }[]>(`select count(*)::int as total ${found}`, [q]),
  ]);
  const items = rows.map(({ deletedMs, ...row }) => ({
    ...row,
    deletedAt: new Date(deletedMs).toISOString(),
    daysLeft: Math.max(0, Math.ceil((deletedMs + KEPT_MS - now().getTime()) / DAY_MS)),
  }));
  return { items, total: counted?.total ?? 0 };
}

/** Restores an item under its old id. */
export function restore(ctx: Ctx, kind: TrashKind, id: number): Promise<{ id: number }> {
  const { table, told } = kindOf(ctx, kind);
  return withContentChange(ctx, async (tx) => {
    // A new version: saving a form that was opened before the deletion is refused.
    const [row] = await tx.em.execute<{ told: string }[]>(
      `update ${table} set deleted_at = null, version = version + 1, updated_at = ?
       where id = ? and deleted_at is not null returning ${told} as told`,
      [tx.now(), id],
    );
    if (!row) throw notInTrash();
    const description = `Restored ${row.told}`;
    await recordActivity(tx, { type: 'restore', entityType: kind, entityId: id, description });
    return { id };
  });
}

/** Deletes for ever. The registrations of a program stay, without the program. */
export function purge(ctx: Ctx, kind: TrashKind, id: number): Promise<{ id: number }> {
  return withContentChange(ctx, async (tx) => {
    if ((await erase(tx, kind, 'id = ?', id)) === 0) throw notInTrash();
    return { id };
  });
}

/** Purges what was trashed more than `trashDays` ago. */
export async function purgeOld(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_MS);
  for (const kind of trashKinds) {
    await withContentChange(ctx, (tx) => erase(tx, kind, 'deleted_at < ?', before));
  }
}

async function erase(tx: TxCtx, kind: TrashKind, which: string, value: number | Date) {
  const { table, told } = kindOf(tx, kind);
  const gone = await tx.em.execute<{ id: number; told: string }[]>(
    `delete from ${table} where deleted_at is not null and ${which} returning id, ${told} as told`,
    [value],
  );
  for (const row of gone) {
    await deleteVersions(tx, { type: kind, id: row.id });
    const description = `Deleted ${row.told} for ever`;
    await recordActivity(tx, { type: 'purge', entityType: kind, entityId: row.id, description });
  }
  return gone.length;
}

const notInTrash = () => notFound('This is not in the trash any more');
