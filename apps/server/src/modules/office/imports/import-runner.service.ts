import { countItems } from '@institute/contract/count-items';
import { fieldLimits } from '@institute/contract/fields.constants';
import type { LeftOutContent } from '@institute/contract/imports.constants';
import { maySee, needs } from '@institute/contract/rights.constants';
import { documentFormats } from '@institute/contract/uploads.constants';
import type { BackgroundWork } from '../../../background/background.ts';
import {
  claimDueRows,
  type DueRowsTable,
  dueRowsSql,
  firstDueSql,
  formatFailure,
  type RetryRules,
  storeRowFailure,
} from '../../../background/due-rows.ts';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError } from '../../../errors.ts';
import { bool, int, listIds, readRows } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { findActiveAccount } from '../../platform/accounts/account.service.ts';
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
import { listItemsLackingPictures } from './import.service.ts';
import {
  type ImportTargets,
  removeSentFiles,
  sentFileName,
  type TargetService,
} from './import-file.service.ts';
import { extractFileName } from './import-file-kind.ts';
import { findImport, findService, planItems, willBeImported } from './import-plan.service.ts';
import { redirectFiles, redirectOldPaths } from './import-redirects.service.ts';
import { changeSite } from './import-site.service.ts';
import { addPictures, type DocumentFacts, hasMissingPicture, listOldLinks } from './import-texts.ts';
import { versionSql } from './item-sql.ts';
import { type LeftOutNotes, makeLeftOutNotes } from './left-out.ts';
import { type DownloadOptions, downloadFile } from './picture-download.ts';

type PictureOptions = Pick<Parameters<typeof preparePicture>[0], 'renderImage'>;

/** SQL: true for an import that has stored items. */
export const hasStoredItemsSql =
  'exists (select 1 from import_items where import_id = imports.id and item_id is not null)';
const dueImportRows: DueRowsTable = {
  table: 'imports',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'running'`,
  leaseMs: 20_000,
};
const PICTURES_PREFIX = 'Pictures: ';
const DOCUMENTS_PREFIX = 'Documents: ';
const OLD_LINKS_NOTE = 'Links that still lead to files of the old site';
const isFileNote = ({ what }: LeftOutContent) =>
  [PICTURES_PREFIX, DOCUMENTS_PREFIX, OLD_LINKS_NOTE].some((one) => what.startsWith(one));
const LEASE_RENEWAL_MS = 5000;
const DOWNLOADS_AT_ONCE = 4;
/** Downloads from a host stop after this number of timeouts. */
const MAX_TIMEOUTS_OF_HOST = 3;
const notAnsweredError = () => new Error('The server does not answer');

interface ClaimedImport {
  id: number;
  tries: number;
}

class LostLeaseError extends Error {}

/**
 * After a crash another process continues the import: it keeps the pictures that are stored, and stores all items in
 * one transaction.
 */
export function makeImportWork(
  context: () => Ctx,
  targets: ImportTargets,
  { retries, ...pictures }: PictureOptions & { retries: RetryRules },
  options: Partial<DownloadOptions> = {},
): BackgroundWork<ClaimedImport> {
  return {
    name: 'imports',
    nextDue: () => ({ sql: firstDueSql(dueImportRows) }),
    isReady: (underWay) => underWay.length === 0,
    claim: () => claimDueRows(context(), int, dueImportRows, dueRowsSql(dueImportRows)),
    run: async (turn) => {
      const { actor } = await context().em.findOneOrFail(ImportEntity, { id: turn.id });
      const ctx = { ...context(), actor };
      const renewalTimer = setInterval(
        () => void renewLease(context(), turn).catch(() => {}),
        LEASE_RENEWAL_MS,
      );
      try {
        const downloadOptions = { allowsPrivate: () => ctx.config.importAllowPrivate, ...options };
        await fetchPictures(ctx, turn, { ...pictures, ...downloadOptions });
        await storeItems(ctx, turn, targets);
        await removeSentFiles(ctx, turn.id);
      } catch (error) {
        if (error instanceof LostLeaseError) return;
        ctx.log.warn({ err: error, importId: turn.id }, 'an import failed');
        const isRefusal = error instanceof AppError && error.status < 500;
        const importFailure = { reason: formatFailure(error), isRefusal };
        const hasImportEnded = await storeRowFailure(context(), dueImportRows, retries, turn, importFailure);
        if (hasImportEnded && (await findImport(ctx, turn.id)).state === 'failed')
          await removeImportTraces(context(), turn.id);
      } finally {
        clearInterval(renewalTimer);
      }
    },
  };
}

async function renewLease({ em, now }: Ctx, { id, tries }: ClaimedImport, done = 0): Promise<void> {
  const renewedImports = await readRows(em, { id: int })(
    `update imports set next_try_at = ?, done = done + ? where id = ? and tries = ? and state = 'running' returning id`,
    [new Date(now().getTime() + dueImportRows.leaseMs), done, id, tries],
  );
  if (renewedImports.length === 0) throw new LostLeaseError();
}

/** Stops the import when the account that began it was deactivated or has lost a right meanwhile. */
async function refuseLostRights({ em, actor }: Pick<Ctx, 'em' | 'actor'>): Promise<void> {
  const accountOfImport = requireAccount({ actor });
  const currentAccount = await findActiveAccount({ em }, accountOfImport.id);
  const hasAllRights =
    currentAccount && accountOfImport.rights.every((right) => maySee(currentAccount, right));
  if (
    hasAllRights &&
    maySee(currentAccount, needs.imports) &&
    (currentAccount.isOwner || !accountOfImport.isOwner)
  )
    return;
  throw new AppError('FORBIDDEN', 'The account that began this import has lost rights since');
}

async function fetchPictures(
  ctx: Ctx,
  turn: ClaimedImport,
  options: PictureOptions & DownloadOptions,
): Promise<void> {
  const uploadStore = openUploadStore(ctx.config);
  const picturesToFetch = await ctx.em.find(
    ImportPictureEntity,
    { import: turn.id, upload: null, error: null, isLeftOut: false },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const timeoutsByHost = new Map<string, number>();
  const readPictureFile = async ({ address, sent, isDocument }: (typeof picturesToFetch)[number]) => {
    const storedBytes = sent && (await uploadStore.read(sent, sentFileName));
    if (storedBytes) return storedBytes;
    const { host } = new URL(address);
    const countTimeoutsOfHost = () => timeoutsByHost.get(host) ?? 0;
    if (countTimeoutsOfHost() >= MAX_TIMEOUTS_OF_HOST) throw notAnsweredError();
    const acceptedTypes = isDocument ? DOCUMENT_TYPES : undefined;
    return downloadFile(address, { ...options, ...(acceptedTypes && { accept: acceptedTypes }) }).catch(
      (error: Error) => {
        if (error.name !== 'TimeoutError') throw error;
        timeoutsByHost.set(host, countTimeoutsOfHost() + 1);
        throw notAnsweredError();
      },
    );
  };
  const fetchNextPictures = async () => {
    for (
      let pictureToFetch = picturesToFetch.shift();
      pictureToFetch;
      pictureToFetch = picturesToFetch.shift()
    ) {
      const pictureCtx = { ...ctx, em: ctx.em.fork(), store: uploadStore, renderImage: options.renderImage };
      await refuseLostRights(pictureCtx);
      const { isDocument } = pictureToFetch;
      const fetchOutcome = await readPictureFile(pictureToFetch)
        .then(async (bytes) => {
          const preparedUpload = isDocument
            ? await prepareDocument(pictureCtx, { bytes })
            : (await preparePicture(pictureCtx, bytes)).row;
          return { upload: toNewUpload(preparedUpload) };
        })
        .catch((error) => {
          if (error instanceof AppError && error.status >= 500) throw error;
          return { error: formatFailure(error) };
        });
      await pictureCtx.em.nativeUpdate(ImportPictureEntity, { id: pictureToFetch.id }, fetchOutcome);
      await renewLease(pictureCtx, turn, 1);
    }
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, fetchNextPictures));
}

const DOCUMENT_TYPES = Object.values(documentFormats)
  .map(({ type }) => type)
  .join(', ');

function storeItems(ctx: Ctx, turn: ClaimedImport, targets: ImportTargets): Promise<void> {
  const outsideCtx = { ...ctx, em: ctx.em.fork() };
  return withContentChange(ctx, async (tx) => {
    const importRow = await findImport(tx, turn.id);
    const { leftOut, kind, redirects: known } = importRow;
    const [{ isAgain } = { isAgain: false }] = await readRows(tx.em, { isAgain: bool })(
      `select ${hasStoredItemsSql} as "isAgain" from imports where id = ?`,
      [turn.id],
    );
    const leftOutNotes = makeLeftOutNotes(leftOut.filter((note) => !isFileNote(note)));
    const importPictures = await tx.em.find(
      ImportPictureEntity,
      { import: turn.id },
      { disableIdentityMap: true },
    );
    const storedAddresses = new Map<string, string | null>();
    const documentsByAddress = new Map<string, DocumentFacts>();
    for (const { id, address, upload: prepared, error, isLeftOut, isDocument } of importPictures) {
      const upload = prepared && (await storeFile(tx, prepared, { address, isDocument }));
      if (upload) {
        if (isDocument) documentsByAddress.set(address, upload);
        await tx.em.nativeUpdate(ImportPictureEntity, { id }, { upload });
      } else if (!isLeftOut)
        leftOutNotes.add(
          `${isDocument ? DOCUMENTS_PREFIX : PICTURES_PREFIX}${error}`,
          address.slice(0, fieldLimits.imageAlt),
        );
      // An address of the old WordPress site dies with that site, so it is dropped. An address in a CSV may be the
      // only one, so it stays
      storedAddresses.set(address, upload?.url ?? (kind === 'wordpress' ? null : address));
    }
    const changingItems: Awaited<ReturnType<typeof listItemsLackingPictures>> = isAgain
      ? await listItemsLackingPictures(tx, turn.id)
      : (await planItems(tx, turn.id)).filter(willBeImported);
    for (const changingItemBatch of splitIntoBatches(changingItems)) {
      await refuseLostRights(tx);
      const batchItemIds = listIds(changingItemBatch);
      const batchItems = await tx.em.find(
        ImportItemEntity,
        { id: batchItemIds },
        { disableIdentityMap: true },
      );
      const inputById = new Map(batchItems.map(({ id, input }) => [id, input ?? {}]));
      for (const item of changingItemBatch) {
        const inputWithPictures = addPictures(
          inputById.get(item.id) ?? {},
          storedAddresses,
          documentsByAddress,
        );
        const targetService = findService(targets, item.type);
        if (isAgain) await targetService.update(tx, Number(item.itemId), removePathField(inputWithPictures));
        else await storeItem(tx, outsideCtx, targetService, { ...item, input: inputWithPictures });
        tx.em.clear();
        const hasAllPictures = !hasMissingPicture(inputById.get(item.id) ?? {}, storedAddresses);
        if (hasAllPictures) await tx.em.nativeUpdate(ImportItemEntity, { id: item.id }, { input: null });
      }
      await tx.em.execute(
        `update import_items set version = ${versionSql(tx)} where id in (${batchItemIds.map(() => '?').join(', ')})`,
        batchItemIds,
      );
      await renewLease(outsideCtx, turn, changingItemBatch.length);
    }
    await noteOldLinks(tx, { importId: turn.id, stored: storedAddresses }, leftOutNotes);
    const changedSite = isAgain
      ? {}
      : await changeSite(tx, findService(targets, 'page'), importRow, leftOutNotes);
    const itemRedirects = isAgain ? known : await redirectOldPaths(tx, importRow, leftOutNotes);
    const storedRedirectIds = [...itemRedirects, ...(await redirectFiles(tx, turn.id, leftOutNotes))];
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
        ? `Fetched pictures of an import again (${countItems(changingItems.length, 'item')})`
        : `Imported ${countItems(changingItems.length, 'item')} (${kind})`,
    });
    await refuseLostRights(tx);
    const leaseFilter = { id: turn.id, tries: turn.tries, state: 'running' as const };
    const endedFields = {
      ...changedSite,
      redirects: storedRedirectIds,
      state: 'done' as const,
      leftOut: leftOutNotes.list(),
      lastError: null,
    };
    if ((await tx.em.nativeUpdate(ImportEntity, leaseFilter, endedFields)) === 0) throw new LostLeaseError();
  });
}

async function storeFile(
  tx: TxCtx,
  prepared: NewUpload,
  { address, isDocument }: { address: string; isDocument: boolean },
): Promise<NewUpload> {
  const fileNameFromAddress = extractFileName(address);
  if (isDocument) return toNewUpload(await addDocument(tx, prepared, fileNameFromAddress));
  await addUpload(tx, prepared);
  await nameUpload(tx, prepared, fileNameFromAddress);
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

/**
 * Notes the links that still lead to the old site. Items with missing files keep their imported input for another
 * try.
 */
async function noteOldLinks(
  tx: TxCtx,
  { importId, stored }: { importId: number; stored: ReadonlyMap<string, string | null> },
  notes: LeftOutNotes,
): Promise<void> {
  const incompleteItems = await readRows(tx.em, { id: int })(
    'select id from import_items where import_id = ? and item_id is not null and input is not null order by id',
    [importId],
  );
  for (const batch of splitIntoBatches(listIds(incompleteItems))) {
    const items = await tx.em.find(
      ImportItemEntity,
      { id: [...batch] },
      { orderBy: { id: 'asc' }, disableIdentityMap: true },
    );
    for (const { title, input } of items)
      for (const oldLinkAddress of listOldLinks(input ?? {}, stored))
        notes.add(OLD_LINKS_NOTE, `${title}: ${extractFileName(oldLinkAddress)}`);
  }
}

interface ItemToStore {
  id: number;
  itemId: number | null;
  input: Record<string, unknown>;
}

async function storeItem(
  tx: TxCtx,
  outside: Ctx,
  service: TargetService,
  { id, itemId, input }: ItemToStore,
): Promise<void> {
  let formerFields: Record<string, unknown> | null = null;
  let storedId = itemId;
  if (itemId === null) {
    const freePath = typeof input.path === 'string' && (await findFreePath(tx, input.path));
    storedId = (await service.create(tx, freePath ? { ...input, path: freePath } : input)).view.id;
  } else {
    const inputWithoutPath = removePathField(input);
    const formerView: Record<string, unknown> = { ...(await service.get(outside, itemId)).view };
    formerFields = Object.fromEntries(
      Object.keys(inputWithoutPath).map((field) => [field, formerView[field]]),
    );
    await service.update(tx, itemId, inputWithoutPath);
  }
  await tx.em.nativeUpdate(ImportItemEntity, { id }, { itemId: storedId, before: formerFields });
}

/** An existing page keeps its address, so the imported path is not written. */
function removePathField({ path: _, ...input }: Record<string, unknown>) {
  return input;
}

/** Called after an import failed: removes its rows, and files that no stored upload uses. */
async function removeImportTraces(ctx: Ctx, id: number): Promise<void> {
  await removeSentFiles(ctx, id);
  const store = openUploadStore(ctx.config);
  const pictures = await ctx.em.find(ImportPictureEntity, { import: id, upload: { $ne: null } });
  for (const { upload } of pictures) if (upload) await removeFiles({ ...ctx, store }, upload);
  await ctx.em.nativeDelete(ImportItemEntity, { import: id });
  await ctx.em.nativeDelete(ImportPictureEntity, { import: id });
}
