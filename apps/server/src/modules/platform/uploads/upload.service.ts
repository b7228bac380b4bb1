import { createHash } from 'node:crypto';
import type { DocumentAnswer, UploadAnswer } from '@institute/contract';
import { removeInvisible } from '@institute/contract/text';
import { LockMode } from '@mikro-orm/core';
import { toFullAddress } from '../../../config/upload-addresses.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { type ContextInTransaction, runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import {
  imageFormat,
  listImageFiles,
  nameImageFile,
  type RenderedImage,
  type RenderImage,
  type UploadFile,
  type UploadStore,
} from './image.ts';
import { listImageUses, lockImageTables } from './image-uses.ts';
import { UploadEntity, type UploadRow } from './upload.entity.ts';
import {
  findStoredPath,
  HASH_NAME_LENGTH,
  MAX_FILE_NAME_LENGTH,
  parseUploadPath,
  uploadsPath,
} from './upload-path.ts';

export type NewUpload = Pick<UploadRow, 'hash' | 'url' | 'width' | 'height' | 'format' | 'bytes'> &
  Partial<Pick<UploadRow, 'storedUrl'>>;
export type UploadCtx = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now' | 'log'> & { store: UploadStore };

/** Stored under the hash of its content, so the same picture always gets the same address. */
export async function storeUpload(
  ctx: PictureCtx & Pick<Ctx, 'config'>,
  { name, bytes }: UploadFile,
): Promise<UploadAnswer> {
  const { row, isKnown, isStored } = await preparePicture(ctx, bytes);
  if (!isStored) await storeUploadRow(ctx, row, { isKnown });
  await nameUpload(ctx, row, name);
  return { ...toDocumentView(ctx, row), width: row.width, height: row.height };
}

type PictureCtx = UploadCtx & { renderImage: RenderImage };

/** Writes the files of a picture. When `isStored` is false, the caller must still store its row. */
export async function preparePicture(ctx: PictureCtx, sent: Buffer) {
  const hash = hashBytes(sent);
  const knownUpload = await findKnownUpload(ctx, hash);
  if (knownUpload && isPicture(knownUpload) && (await hasStoredFiles(ctx, knownUpload.url))) {
    return { row: knownUpload, isKnown: true, isStored: true };
  }
  const renderedImage = await ctx.renderImage(sent);
  const { width, height, averageColour, files } = renderedImage;
  const folder = `${hash.slice(0, HASH_NAME_LENGTH)}-${width}x${height}-${averageColour}`;
  await ctx.store.write(folder, files).catch(failAsUnavailable(ctx, 'The picture could not be stored'));
  const row = {
    hash,
    url: `${uploadsPath}/${folder}/${nameImageFile(width)}`,
    ...toImageFacts(renderedImage),
  };
  return { row, isKnown: knownUpload !== null, isStored: false };
}

export const hashBytes = (sent: Buffer): string => createHash('sha256').update(sent).digest('hex');

export const findKnownUpload = ({ em }: Pick<UploadCtx, 'em'>, hash: string): Promise<UploadRow | null> =>
  em.findOne(UploadEntity, { hash }, { orderBy: { id: 'asc' }, disableIdentityMap: true });

async function storeUploadRow(
  ctx: UploadCtx,
  row: NewUpload,
  { isKnown }: { isKnown: boolean },
): Promise<void> {
  if (isKnown) await ctx.em.nativeUpdate(UploadEntity, { hash: row.hash }, row);
  else await runInTransaction(ctx, (tx) => addUpload(tx, row));
}

/** Returns an empty text for a file that was sent without a name. */
export function cleanFileName(sent: string): string {
  const fileName = removeInvisible(sent.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '');
  return [...fileName.trim()].slice(0, MAX_FILE_NAME_LENGTH).join('');
}

/** Stores the name of an upload unless it has one, so that a picture keeps its first name. */
export async function nameUpload(
  { em }: Pick<UploadCtx, 'em'>,
  { url }: Pick<NewUpload, 'url'>,
  sent: string,
): Promise<void> {
  const cleanName = cleanFileName(sent);
  if (cleanName) await em.nativeUpdate(UploadEntity, { url, name: null }, { name: cleanName });
}

export type UploadTx = ContextInTransaction<Omit<UploadCtx, 'store'>>;

/** False when there is an upload at this address already. */
export async function addUpload(tx: UploadTx, row: NewUpload & { name?: string | null }): Promise<boolean> {
  const { affectedRows } = await tx.em
    .createQueryBuilder(UploadEntity)
    .insert({ ...row, account: tx.actor?.id ?? null, createdAt: tx.now() })
    // The same file may be uploaded twice at once
    .onConflict('url')
    .ignore()
    .execute('run');
  if (affectedRows === 0) return false;
  await recordActivity(tx, {
    type: 'create',
    entityType: 'upload',
    entityId: null,
    description: `Uploaded ${describeUpload(row)}`,
  });
  return true;
}

/** Removes the files of a prepared upload that was never stored. */
export async function removeFiles(
  { em, store }: Pick<UploadCtx, 'em' | 'store'>,
  row: NewUpload,
): Promise<void> {
  if (!(await findKnownUpload({ em }, row.hash)))
    await store.remove(parseUploadPath(findStoredPath(row)).folder, listImageFiles(row));
}

export const readUpload = (ctx: Pick<UploadCtx, 'store' | 'log'>, folder: string, file: string) =>
  ctx.store.read(folder, file).catch(failAsUnavailable(ctx, 'The file cannot be read right now'));

export const failAsUnavailable =
  ({ log }: Pick<UploadCtx, 'log'>, message: string) =>
  (error: unknown): never => {
    log.error({ err: error }, 'the store of uploads failed');
    throw new AppError('UNAVAILABLE', message, { retryAfter: 60 });
  };

export const removeUpload = (ctx: UploadCtx & Pick<Ctx, 'content'>, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const uploadBeforeLock = await tx.em.findOne(UploadEntity, { id }, { disableIdentityMap: true });
    const uploadsOfSameBytes = uploadBeforeLock ? await lockUploadsByHash(tx, uploadBeforeLock.hash) : [];
    const lockedUpload = uploadsOfSameBytes.find((one) => one.id === id);
    if (!lockedUpload) throw notFoundError('There is no such file');
    await lockImageTables(tx);
    refuseUsedUpload(lockedUpload, await listImageUses(tx, lockedUpload));

    await tx.em.nativeDelete(UploadEntity, { id });
    await recordActivity(tx, {
      type: 'delete',
      entityType: 'upload',
      entityId: null,
      description: `Deleted ${describeUpload(lockedUpload)}`,
    });
    if (uploadsOfSameBytes.length > 1) return { id };
    // The file is removed before the commit, so that after a failure it stays in the library and can be deleted again
    await tx.store
      .remove(parseUploadPath(findStoredPath(lockedUpload)).folder, listImageFiles(lockedUpload))
      .catch(failAsUnavailable(tx, 'The file could not be removed'));
    return { id };
  });

/** Locks all uploads of the same bytes, which are the names of one document. The first one comes first. */
export const lockUploadsByHash = ({ em }: Pick<UploadTx, 'em'>, hash: string): Promise<UploadRow[]> =>
  em.find(
    UploadEntity,
    { hash },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
  );

type UploadFacts = Pick<UploadRow, 'url' | 'width' | 'height'>;

const describeUpload = ({ url, width, height }: UploadFacts): string =>
  typeof width === 'number'
    ? `a picture of ${width} × ${height} pixels`
    : `the document ${parseUploadPath(url).file}`;

function refuseUsedUpload({ width }: UploadFacts, uses: Awaited<ReturnType<typeof listImageUses>>): void {
  const [first, ...others] = uses;
  if (!first) return;
  const otherUsesText = others.length > 0 ? ` and ${others.length} more` : '';
  throw new AppError(
    'CONFLICT',
    `This ${typeof width === 'number' ? 'picture' : 'document'} is used: ${first.type} “${first.title}”${otherUsesText}`,
  );
}

const toImageFacts = ({ width, height, files }: RenderedImage) => ({
  width,
  height,
  format: imageFormat,
  bytes: files.at(-1)?.bytes.length ?? 0,
});

export function hasStoredFiles(ctx: UploadCtx, url: string): Promise<boolean> {
  const { folder, file } = parseUploadPath(url);
  return ctx.store.has(folder, file).catch(failAsUnavailable(ctx, 'The file could not be stored'));
}

type NewPicture = NewUpload & { width: number; height: number };

const isPicture = (row: UploadRow): row is UploadRow & NewPicture => typeof row.width === 'number';

export const toDocumentView = (
  { config }: Pick<Ctx, 'config'>,
  { url, format, bytes }: NewUpload,
): DocumentAnswer => ({
  secure_url: toFullAddress(config, url),
  public_id: parseUploadPath(url).folder,
  format,
  bytes,
});
