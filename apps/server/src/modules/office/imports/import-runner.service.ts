import { countItems } from '@institute/contract/count-items';
import { fieldLimits } from '@institute/contract/fields.constants';
import type { LeftOut } from '@institute/contract/imports.constants';
import { maySee, needs } from '@institute/contract/rights.constants';
import { documentFormats } from '@institute/contract/uploads.constants';
import type { Work } from '../../../background/background.ts';
import {
  claimDue,
  type DueRows,
  dueRowsSql,
  firstDueSql,
  formatFailure,
  type Retries,
  storeFailure,
} from '../../../background/due-rows.ts';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError } from '../../../errors.ts';
import { bool, int, listIds, readRows } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { findHolder } from '../../platform/accounts/account.service.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { addDocument, prepareDocument } from '../../platform/uploads/document.service.ts';
import { openUploadStore } from '../../platform/uploads/storage.service.ts';
import {
  addUpload,
  type NewUpload,
  nameUpload,
  preparePicture,
  removeFiles,
} from '../../platform/uploads/upload.service.ts';
import { findFreePath } from '../../school/own-pages/page-path.service.ts';
import { ImportEntity, ImportItemEntity, ImportPictureEntity } from './import.entity.ts';
import { listMissingPictures } from './import.service.ts';
import { removeSentFiles, type Service, sentFile, type Targets } from './import-file.service.ts';
import { readFileName } from './import-file-kind.ts';
import { findImport, findService, planItems, willBeImported } from './import-plan.service.ts';
import { redirectFiles, redirectOldPaths } from './import-redirects.service.ts';
import { changeSite } from './import-site.service.ts';
import { addPictures, type DocumentFacts, hasMissingPicture, listOldLinks } from './import-texts.ts';
import { versionSql } from './item-sql.ts';
import { type LeftOutNotes, makeLeftOutNotes } from './left-out.ts';
import { type DownloadOptions, downloadFile } from './picture-download.ts';

type Pictures = Pick<Parameters<typeof preparePicture>[0], 'renderImage'>;

/** SQL: true for an import that has stored items. */
export const hasStoredItemsSql =
  'exists (select 1 from import_items where import_id = imports.id and item_id is not null)';
const dueImports: DueRows = {
  table: 'imports',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'running'`,
  leaseMs: 20_000,
};
const PICTURES_PREFIX = 'Pictures: ';
const DOCUMENTS_PREFIX = 'Documents: ';
const OLD_LINKS = 'Links that still lead to files of the old site';
const isNoteOnFiles = ({ what }: LeftOut) =>
  [PICTURES_PREFIX, DOCUMENTS_PREFIX, OLD_LINKS].some((one) => what.startsWith(one));
const RENEW_MS = 5000;
const DOWNLOADS_AT_ONCE = 4;
/** Downloads from a host stop after this number of timeouts. */
const MAX_TIMEOUTS = 3;
const notAnsweredError = () => new Error('The server does not answer');

interface Turn {
  id: number;
  tries: number;
}

class LostLease extends Error {}

/** After a crash another process goes on: it keeps the stored pictures, and stores all items at once. */
export function importWork(
  context: () => Ctx,
  targets: Targets,
  { retries, ...pictures }: Pictures & { retries: Retries },
  options: Partial<DownloadOptions> = {},
): Work<Turn> {
  return {
    name: 'imports',
    nextDue: () => ({ sql: firstDueSql(dueImports) }),
    isReady: (underWay) => underWay.length === 0,
    claim: () => claimDue(context(), int, dueImports, dueRowsSql(dueImports)),
    run: async (turn) => {
      const { actor } = await context().em.findOneOrFail(ImportEntity, { id: turn.id });
      const ctx = { ...context(), actor };
      const renewal = setInterval(() => void renewLease(context(), turn).catch(() => {}), RENEW_MS);
      try {
        const downloadOptions = { allowsPrivate: () => ctx.config.importAllowPrivate, ...options };
        await fetchPictures(ctx, turn, { ...pictures, ...downloadOptions });
        await storeItems(ctx, turn, targets);
        await removeSentFiles(ctx, turn.id);
      } catch (error) {
        if (error instanceof LostLease) return;
        ctx.log.warn({ err: error, importId: turn.id }, 'an import failed');
        const isRefusal = error instanceof AppError && error.status < 500;
        const failure = { reason: formatFailure(error), isRefusal };
        const isOver = await storeFailure(context(), dueImports, retries, turn, failure);
        if (isOver && (await findImport(ctx, turn.id)).state === 'failed')
          await removeTraces(context(), turn.id);
      } finally {
        clearInterval(renewal);
      }
    },
  };
}

async function renewLease({ em, now }: Ctx, { id, tries }: Turn, done = 0): Promise<void> {
  const mine = await readRows(em, { id: int })(
    `update imports set next_try_at = ?, done = done + ? where id = ? and tries = ? and state = 'running' returning id`,
    [new Date(now().getTime() + dueImports.leaseMs), done, id, tries],
  );
  if (mine.length === 0) throw new LostLease();
}

/** Who loses a right while an import runs, or is deactivated, stores nothing more by it. */
async function refuseLostRights({ em, actor }: Pick<Ctx, 'em' | 'actor'>): Promise<void> {
  const account = requireAccount({ actor });
  const now = await findHolder({ em }, account.id);
  const hasAll = now && account.rights.every((right) => maySee(now, right));
  if (hasAll && maySee(now, needs.imports) && (now.isOwner || !account.isOwner)) return;
  throw new AppError('FORBIDDEN', 'The account that began this import has lost rights since');
}

async function fetchPictures(ctx: Ctx, turn: Turn, options: Pictures & DownloadOptions): Promise<void> {
  const store = openUploadStore(ctx.config);
  const open = await ctx.em.find(
    ImportPictureEntity,
    { import: turn.id, upload: null, error: null, isLeftOut: false },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const timeouts = new Map<string, number>();
  const readFile = async ({ address, sent, isDocument }: (typeof open)[number]) => {
    const storedBytes = sent && (await store.read(sent, sentFile));
    if (storedBytes) return storedBytes;
    const { host } = new URL(address);
    const countTimeouts = () => timeouts.get(host) ?? 0;
    if (countTimeouts() >= MAX_TIMEOUTS) throw notAnsweredError();
    const accept = isDocument ? DOCUMENT_TYPES : undefined;
    return downloadFile(address, { ...options, ...(accept && { accept }) }).catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
      timeouts.set(host, countTimeouts() + 1);
      throw notAnsweredError();
    });
  };
  const claimNext = async () => {
    for (let picture = open.shift(); picture; picture = open.shift()) {
      const pictureCtx = { ...ctx, em: ctx.em.fork(), store, renderImage: options.renderImage };
      await refuseLostRights(pictureCtx);
      const { isDocument } = picture;
      const stored = await readFile(picture)
        .then(async (bytes) => {
          const upload = isDocument
            ? await prepareDocument(pictureCtx, { bytes })
            : (await preparePicture(pictureCtx, bytes)).row;
          return { upload: toNewUpload(upload) };
        })
        .catch((error) => {
          if (error instanceof AppError && error.status >= 500) throw error;
          return { error: formatFailure(error) };
        });
      await pictureCtx.em.nativeUpdate(ImportPictureEntity, { id: picture.id }, stored);
      await renewLease(pictureCtx, turn, 1);
    }
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, claimNext));
}

const DOCUMENT_TYPES = Object.values(documentFormats)
  .map(({ type }) => type)
  .join(', ');

function storeItems(ctx: Ctx, turn: Turn, targets: Targets): Promise<void> {
  const outside = { ...ctx, em: ctx.em.fork() };
  return withContentChange(ctx, async (tx) => {
    const found = await findImport(tx, turn.id);
    const { leftOut, kind, redirects: known } = found;
    const [{ isAgain } = { isAgain: false }] = await readRows(tx.em, { isAgain: bool })(
      `select ${hasStoredItemsSql} as "isAgain" from imports where id = ?`,
      [turn.id],
    );
    const notes = makeLeftOutNotes(leftOut.filter((note) => !isNoteOnFiles(note)));
    const pictures = await tx.em.find(ImportPictureEntity, { import: turn.id }, { disableIdentityMap: true });
    const stored = new Map<string, string | null>();
    const documents = new Map<string, DocumentFacts>();
    for (const { id, address, upload: prepared, error, isLeftOut, isDocument } of pictures) {
      const upload = prepared && (await storeFile(tx, prepared, { address, isDocument }));
      if (upload) {
        if (isDocument) documents.set(address, upload);
        await tx.em.nativeUpdate(ImportPictureEntity, { id }, { upload });
      } else if (!isLeftOut)
        notes.add(
          `${isDocument ? DOCUMENTS_PREFIX : PICTURES_PREFIX}${error}`,
          address.slice(0, fieldLimits.imageAlt),
        );
      // An old site's address would end with that site; a table's may be all there is
      stored.set(address, upload?.url ?? (kind === 'wordpress' ? null : address));
    }
    const changing: Awaited<ReturnType<typeof listMissingPictures>> = isAgain
      ? await listMissingPictures(tx, turn.id)
      : (await planItems(tx, turn.id)).filter(willBeImported);
    for (const batch of splitIntoBatches(changing)) {
      await refuseLostRights(tx);
      const ids = listIds(batch);
      const items = await tx.em.find(ImportItemEntity, { id: ids }, { disableIdentityMap: true });
      const inputOf = new Map(items.map(({ id, input }) => [id, input ?? {}]));
      for (const item of batch) {
        const input = addPictures(inputOf.get(item.id) ?? {}, stored, documents);
        const service = findService(targets, item.type);
        if (isAgain) await service.update(tx, Number(item.itemId), removePath(input));
        else await storeItem(tx, outside, service, { ...item, input });
        tx.em.clear();
        const isWhole = !hasMissingPicture(inputOf.get(item.id) ?? {}, stored);
        if (isWhole) await tx.em.nativeUpdate(ImportItemEntity, { id: item.id }, { input: null });
      }
      await tx.em.execute(
        `update import_items set version = ${versionSql(tx)} where id in (${ids.map(() => '?').join(', ')})`,
        ids,
      );
      await renewLease(outside, turn, batch.length);
    }
    await recordOldLinks(tx, { importId: turn.id, stored }, notes);
    const changed = isAgain ? {} : await changeSite(tx, findService(targets, 'page'), found, notes);
    const ofItems = isAgain ? known : await redirectOldPaths(tx, found, notes);
    const redirects = [...ofItems, ...(await redirectFiles(tx, turn.id, notes))];
    await tx.em.execute(
      'delete from import_items where import_id = ? and item_id is null and not replaces_text',
      [turn.id],
    );
    await tx.em.nativeUpdate(ImportItemEntity, { import: turn.id, replacesText: true }, { input: null });
    await recordActivity(tx, {
      type: 'create',
      entityType: 'site',
      entityId: null,
      description: isAgain
        ? `Fetched pictures of an import again (${countItems(changing.length, 'item')})`
        : `Imported ${countItems(changing.length, 'item')} (${kind})`,
    });
    await refuseLostRights(tx);
    const mine = { id: turn.id, tries: turn.tries, state: 'running' as const };
    const ended = { ...changed, redirects, state: 'done' as const, leftOut: notes.list(), lastError: null };
    if ((await tx.em.nativeUpdate(ImportEntity, mine, ended)) === 0) throw new LostLease();
  });
}

async function storeFile(
  tx: TxCtx,
  prepared: NewUpload,
  { address, isDocument }: { address: string; isDocument: boolean },
): Promise<NewUpload> {
  const name = readFileName(address);
  if (isDocument) return toNewUpload(await addDocument(tx, prepared, name));
  await addUpload(tx, prepared);
  await nameUpload(tx, prepared, name);
  return prepared;
}

const toNewUpload = ({ hash, url, storedUrl, width, height, format, bytes }: NewUpload): NewUpload => ({
  hash,
  url,
  ...(storedUrl && { storedUrl }),
  width,
  height,
  format,
  bytes,
});

/** Texts keep what they were read from while a file of theirs is missing. */
async function recordOldLinks(
  tx: TxCtx,
  { importId, stored }: { importId: number; stored: ReadonlyMap<string, string | null> },
  notes: LeftOutNotes,
): Promise<void> {
  const lacking = await readRows(tx.em, { id: int })(
    'select id from import_items where import_id = ? and item_id is not null and input is not null order by id',
    [importId],
  );
  for (const batch of splitIntoBatches(listIds(lacking))) {
    const items = await tx.em.find(
      ImportItemEntity,
      { id: [...batch] },
      { orderBy: { id: 'asc' }, disableIdentityMap: true },
    );
    for (const { title, input } of items)
      for (const address of listOldLinks(input ?? {}, stored))
        notes.add(OLD_LINKS, `${title}: ${readFileName(address)}`);
  }
}

interface StoredItem {
  id: number;
  itemId: number | null;
  input: Record<string, unknown>;
}

async function storeItem(
  tx: TxCtx,
  outside: Ctx,
  service: Service,
  { id, itemId, input }: StoredItem,
): Promise<void> {
  let before: Record<string, unknown> | null = null;
  let storedId = itemId;
  if (itemId === null) {
    const path = typeof input.path === 'string' && (await findFreePath(tx, input.path));
    storedId = (await service.create(tx, path ? { ...input, path } : input)).view.id;
  } else {
    const changes = removePath(input);
    const former: Record<string, unknown> = { ...(await service.get(outside, itemId)).view };
    before = Object.fromEntries(Object.keys(changes).map((field) => [field, former[field]]));
    await service.update(tx, itemId, changes);
  }
  await tx.em.nativeUpdate(ImportItemEntity, { id }, { itemId: storedId, before });
}

/** An own page keeps its address. */
function removePath({ path: _, ...input }: Record<string, unknown>) {
  return input;
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
