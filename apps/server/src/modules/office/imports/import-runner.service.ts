import type { ContentType } from '@institute/contract';
import { fieldLimits } from '@institute/contract/fields.constants';
import { postText } from '@institute/contract/text';
import type { Work } from '../../../background/background.ts';
import {
  claimDue,
  type DueRows,
  dueRows,
  failureText,
  firstDue,
  storeFailure,
} from '../../../background/due-rows.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError } from '../../../errors.ts';
import { int, readRows, text } from '../../../sql.ts';
import { inBatches } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { addRedirects } from '../../platform/redirects/redirect.service.ts';
import { openUploadStore } from '../../platform/uploads/storage.service.ts';
import { addUpload, preparePicture, removeFiles } from '../../platform/uploads/upload.service.ts';
import { findFreePath } from '../../school/own-pages/page-path.service.ts';
import { ImportEntity, ImportItemEntity, ImportPictureEntity } from './import.entity.ts';
import { planItems } from './import.service.ts';
import { removeSentFiles, resourceOfType, sentFile, type Targets } from './import-file.service.ts';
import { type LeftOutNotes, noteLeftOut } from './left-out.ts';
import { type DownloadOptions, downloadPicture } from './picture-download.ts';

type Pictures = Pick<Parameters<typeof preparePicture>[0], 'renderImage'>;

const rows: DueRows = {
  table: 'imports',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'running'`,
  leaseMs: 20_000,
  firstPauseMs: 1000,
  longestPauseMs: 30_000,
  maxTries: 3,
  park: `state = 'failed'`,
};
const RENEW_MS = 5000;
const DOWNLOADS_AT_ONCE = 4;
/** A host that lets so many downloads time out is not asked any more. */
const MOST_TIMEOUTS = 3;
const notAnswered = 'The server does not answer';

interface Turn {
  id: number;
  tries: number;
}

class LostLease extends Error {}

/** After a crash another process goes on: it keeps the pictures that are there, and stores the items all at once. */
export function importWork(
  context: () => Ctx,
  targets: Targets,
  pictures: Pictures,
  options: Partial<DownloadOptions> = {},
): Work<Turn> {
  return {
    name: 'imports',
    nextDue: () => ({ sql: firstDue(rows) }),
    isReady: (underWay) => underWay.length === 0,
    claim: async () => {
      const ctx = context();
      const [id] = await claimDue(ctx, int, rows, dueRows(rows));
      return id === undefined
        ? []
        : readRows(ctx.em, { id: int, tries: int })('select id, tries from imports where id = ?', [id]);
    },
    run: async (turn) => {
      const { actor } = await context().em.findOneOrFail(ImportEntity, { id: turn.id });
      const ctx = { ...context(), actor };
      const renewal = setInterval(() => void renewLease(context(), turn).catch(() => {}), RENEW_MS);
      try {
        const given = { allowsPrivate: () => ctx.config.importAllowPrivate, ...options };
        await fetchPictures(ctx, turn, { ...pictures, ...given });
        await storeItems(ctx, turn, targets);
        await removeSentFiles(ctx, turn.id);
      } catch (error) {
        if (error instanceof LostLease) return;
        ctx.log.warn({ err: error, importId: turn.id }, 'an import failed');
        const tries = error instanceof AppError && error.status < 500 ? rows.maxTries : turn.tries;
        const failed = { id: turn.id, tries: turn.tries };
        const isOver = await storeFailure(
          context(),
          { ...rows, maxTries: Math.min(tries, rows.maxTries) },
          failed,
          failureText(error),
        );
        if (isOver) await removeTraces(context(), turn.id);
      } finally {
        clearInterval(renewal);
      }
    },
  };
}

async function renewLease({ em, now }: Ctx, { id, tries }: Turn, done = 0): Promise<void> {
  const mine = await readRows(em, { id: int })(
    `update imports set next_try_at = ?, done = done + ? where id = ? and tries = ? and state = 'running' returning id`,
    [new Date(now().getTime() + rows.leaseMs), done, id, tries],
  );
  if (mine.length === 0) throw new LostLease();
}

async function fetchPictures(ctx: Ctx, turn: Turn, options: Pictures & DownloadOptions): Promise<void> {
  const store = openUploadStore(ctx.config);
  const open = await ctx.em.find(
    ImportPictureEntity,
    { import: turn.id, upload: null, error: null },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const timeouts = new Map<string, number>();
  const { length: all } = open;
  const take = async () => {
    for (let picture = open.shift(); picture; picture = open.shift()) {
      const { address, sent } = picture;
      const em = ctx.em.fork();
      const { host } = new URL(address);
      const found = await (async () => {
        if ((timeouts.get(host) ?? 0) >= MOST_TIMEOUTS) return notAnswered;
        const kept = sent ? await store.read(sent, sentFile) : null;
        const bytes = kept ?? (await downloadPicture(address, options));
        const { renderImage } = options;
        return (await preparePicture({ ...ctx, em, store, renderImage }, bytes)).row;
      })().catch((error: Error) => {
        if (error instanceof AppError && error.status >= 500) throw error;
        if (error.name !== 'TimeoutError') return failureText(error);
        timeouts.set(host, (timeouts.get(host) ?? 0) + 1);
        return notAnswered;
      });
      const stored =
        typeof found === 'string'
          ? { error: found }
          : {
              upload: {
                hash: found.hash,
                url: found.url,
                width: found.width,
                height: found.height,
                format: found.format,
                bytes: found.bytes,
              },
            };
      await em.nativeUpdate(ImportPictureEntity, { id: picture.id }, stored);
      await renewLease({ ...ctx, em }, turn, 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(all, DOWNLOADS_AT_ONCE) }, take));
}

function storeItems(ctx: Ctx, turn: Turn, targets: Targets): Promise<void> {
  const outside = { ...ctx, em: ctx.em.fork() };
  return withContentChange(ctx, async (tx) => {
    const { leftOut, kind } = await tx.em.findOneOrFail(
      ImportEntity,
      { id: turn.id },
      { disableIdentityMap: true },
    );
    const notes = noteLeftOut(leftOut);
    const pictures = await tx.em.find(ImportPictureEntity, { import: turn.id }, { disableIdentityMap: true });
    const stored = new Map<string, string | null>();
    for (const { address, upload, error } of pictures) {
      if (upload) await addUpload(tx, upload);
      else notes.add(`Pictures: ${error}`, address.slice(0, fieldLimits.imageAlt));
      stored.set(address, upload?.url ?? null);
    }
    const changing = (await planItems(tx, turn.id)).filter(
      ({ state }) => state === 'create' || state === 'update',
    );
    for (const batch of inBatches(changing)) {
      const ids = batch.map(({ id }) => id);
      const inputs = await tx.em.find(ImportItemEntity, { id: ids }, { disableIdentityMap: true });
      const inputOf = new Map(inputs.map(({ id, input }) => [id, input ?? {}]));
      for (const { id, type, itemId } of batch) {
        const input = withPictures(inputOf.get(id) ?? {}, stored, kind === 'wordpress');
        await storeItem(tx, outside, targets, { id, type: type as ContentType, itemId, input });
        tx.em.clear();
      }
      await renewLease(outside, turn, batch.length);
    }
    await tx.em.execute('delete from import_items where import_id = ? and item_id is null', [turn.id]);
    await recordActivity(tx, {
      type: 'create',
      entityType: 'site',
      entityId: null,
      description: `Imported ${changing.length} items (${kind})`,
    });
    const mine = { id: turn.id, tries: turn.tries, state: 'running' as const };
    const redirects = await redirectOldPaths(tx, turn.id, notes);
    const ended = { redirects, state: 'done' as const, leftOut: notes.list(), lastError: null };
    if ((await tx.em.nativeUpdate(ImportEntity, mine, ended)) === 0) throw new LostLease();
  });
}

interface StoredItem {
  id: number;
  type: ContentType;
  itemId: number | null;
  input: Record<string, unknown>;
}

async function storeItem(
  tx: TxCtx,
  outside: Ctx,
  targets: Targets,
  { id, type, itemId, input }: StoredItem,
): Promise<void> {
  const key = resourceOfType(type)?.key;
  const service = key && targets[key];
  const info = tx.content.find((one) => one.type === type);
  if (!service || !info) throw new AppError('CONFLICT', `Nothing here takes a ${type}`);
  let before: Record<string, unknown> | null = null;
  let storedId = itemId;
  if (itemId === null) {
    const path = typeof input.path === 'string' && (await findFreePath(tx, input.path));
    storedId = (await service.create(tx, path ? { ...input, path } : input)).view.id;
  } else {
    const former: Record<string, unknown> = { ...(await service.get(outside, itemId)).view };
    before = Object.fromEntries(Object.keys(input).map((field) => [field, former[field]]));
    // An own page keeps its address
    const { path: _, ...changes } = input;
    await service.update(tx, itemId, changes);
  }
  await tx.em.execute(
    `update import_items set item_id = ?, version = (select version from ${info.table} where id = ?), before = ?, input = null
     where id = ?`,
    [storedId, storedId, before && JSON.stringify(before), id],
  );
}

/** Permalinks first, because the number of redirects is limited. */
async function redirectOldPaths(tx: TxCtx, importId: number, notes: LeftOutNotes): Promise<number[]> {
  const addresses = tx.content.flatMap(({ type, table, page, slug }) =>
    page ? `when '${type}' then (select '${page}/' || ${slug} from ${table} where id = item_id)` : [],
  );
  const wanted = await readRows(tx.em, { from: text, to: text })(
    `select path."from", case type ${addresses.join(' ')} end as "to"
     from import_items cross join unnest(paths) with ordinality as path ("from", rank)
     where import_id = ? order by rank, id`,
    [importId],
  );
  const { ids, leftOut } = await addRedirects(tx, wanted);
  for (const { from, reason } of leftOut)
    if (reason !== 'known') notes.add('Addresses that are not redirected', from);
  return ids;
}

const image = /<img [^>]*?src="([^"]*)"[^>]*>/g;

/** The address of an old site's picture would end with that site; a table's one may be all there is. */
function withPictures(
  input: Record<string, unknown>,
  stored: ReadonlyMap<string, string | null>,
  dropsMissing: boolean,
): Record<string, unknown> {
  const findStored = (address: string) => {
    const found = stored.get(address);
    return found ?? (dropsMissing ? null : address);
  };
  const replaceValue = (field: string, value: unknown): unknown => {
    if (field === 'publishedAt' && typeof value === 'string') return new Date(value);
    if (typeof value !== 'string') return value;
    if (stored.has(value)) return findStored(value);
    if (field !== 'content') return value;
    const html = value
      .replace(image, (whole, src: string) => {
        const own = findStored(src.replaceAll('&amp;', '&'));
        return own ? whole.replace(`src="${src}"`, `src="${own}"`) : '';
      })
      .replace(/<(p|figure)>\s*<\/\1>/g, '');
    return postText(html) || /<(?:img|iframe) /.test(html) ? html : `<p>${postText(String(input.title))}</p>`;
  };
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, replaceValue(field, value)]),
  );
}

/** After a failure: files of pictures that no upload names. */
async function removeTraces(ctx: Ctx, id: number): Promise<void> {
  await removeSentFiles(ctx, id);
  const store = openUploadStore(ctx.config);
  const pictures = await ctx.em.find(ImportPictureEntity, { import: id, upload: { $ne: null } });
  for (const { upload } of pictures) if (upload) await removeFiles({ ...ctx, store }, upload);
  await ctx.em.nativeDelete(ImportItemEntity, { import: id });
  await ctx.em.nativeDelete(ImportPictureEntity, { import: id });
}
