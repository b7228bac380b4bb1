import { createHash } from 'node:crypto';
import type { DocumentAnswer, UploadAnswer } from '@institute/contract';
import { removeInvisible } from '@institute/contract/text';
import { LockMode } from '@mikro-orm/core';
import { toFullAddress } from '../../../config/upload-addresses.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { type InTransaction, runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import {
  type Image,
  imageFormat,
  listImageFiles,
  nameImageFile,
  type RenderImage,
  type UploadFile,
  type UploadStore,
} from './image.ts';
import { listUses, lockImageTables } from './image-uses.ts';
import { UploadEntity, type UploadRow } from './upload.entity.ts';
import { FILE_NAME_LENGTH, NAME_LENGTH, parseUploadPath, placeUpload, uploadsPath } from './upload-path.ts';

export type NewUpload = Pick<UploadRow, 'hash' | 'url' | 'width' | 'height' | 'format' | 'bytes'> &
  Partial<Pick<UploadRow, 'storedUrl'>>;
export type Deps = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now' | 'log'> & { store: UploadStore };

/** Stored under the hash of its content, so the same picture always gets the same address. */
export async function storeUpload(
  ctx: PictureDeps & Pick<Ctx, 'config'>,
  { name, bytes }: UploadFile,
): Promise<UploadAnswer> {
  const { row, isKnown, isStored } = await preparePicture(ctx, bytes);
  if (!isStored) await storeRow(ctx, row, { isKnown });
  await nameUpload(ctx, row, name);
  return { ...toDocumentView(ctx, row), width: row.width, height: row.height };
}

type PictureDeps = Deps & { renderImage: RenderImage };

/** Writes the files of a picture. Unless `isStored`, its row is still to be stored. */
export async function preparePicture(ctx: PictureDeps, sent: Buffer) {
  const hash = hashBytes(sent);
  const known = await findKnownUpload(ctx, hash);
  if (known && isPicture(known) && (await hasFiles(ctx, known.url))) {
    return { row: known, isKnown: true, isStored: true };
  }
  const image = await ctx.renderImage(sent);
  const { width, height, averageColour, files } = image;
  const folder = `${hash.slice(0, NAME_LENGTH)}-${width}x${height}-${averageColour}`;
  await ctx.store.write(folder, files).catch(failAsUnavailable(ctx, 'The picture could not be stored'));
  const row = { hash, url: `${uploadsPath}/${folder}/${nameImageFile(width)}`, ...toImageFacts(image) };
  return { row, isKnown: known !== null, isStored: false };
}

export const hashBytes = (sent: Buffer): string => createHash('sha256').update(sent).digest('hex');

export const findKnownUpload = ({ em }: Pick<Deps, 'em'>, hash: string): Promise<UploadRow | null> =>
  em.findOne(UploadEntity, { hash }, { orderBy: { id: 'asc' }, disableIdentityMap: true });

async function storeRow(ctx: Deps, row: NewUpload, { isKnown }: { isKnown: boolean }): Promise<void> {
  if (isKnown) await ctx.em.nativeUpdate(UploadEntity, { hash: row.hash }, row);
  else await runInTransaction(ctx, (tx) => addUpload(tx, row));
}

/** Empty for a file that was sent without a name. */
export function cleanFileName(sent: string): string {
  const fileName = removeInvisible(sent.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '');
  return [...fileName.trim()].slice(0, FILE_NAME_LENGTH).join('');
}

/** A picture keeps its first name. */
export async function nameUpload(
  { em }: Pick<Deps, 'em'>,
  { url }: Pick<NewUpload, 'url'>,
  sent: string,
): Promise<void> {
  const name = cleanFileName(sent);
  if (name) await em.nativeUpdate(UploadEntity, { url, name: null }, { name });
}

export type UploadTx = InTransaction<Omit<Deps, 'store'>>;

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
    description: `Uploaded ${uploadWords(row)}`,
  });
  return true;
}

/** Removes the files of a prepared upload that was never stored. */
export async function removeFiles({ em, store }: Pick<Deps, 'em' | 'store'>, row: NewUpload): Promise<void> {
  if (!(await findKnownUpload({ em }, row.hash)))
    await store.remove(parseUploadPath(placeUpload(row)).folder, listImageFiles(row));
}

export const readUpload = (ctx: Pick<Deps, 'store' | 'log'>, folder: string, file: string) =>
  ctx.store.read(folder, file).catch(failAsUnavailable(ctx, 'The file cannot be read right now'));

export const failAsUnavailable =
  ({ log }: Pick<Deps, 'log'>, message: string) =>
  (error: unknown): never => {
    log.error({ err: error }, 'the store of uploads failed');
    throw new AppError('UNAVAILABLE', message, { retryAfter: 60 });
  };

export const removeUpload = (ctx: Deps & Pick<Ctx, 'content'>, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const known = await tx.em.findOne(UploadEntity, { id }, { disableIdentityMap: true });
    const sameBytes = known ? await lockByHash(tx, known.hash) : [];
    const upload = sameBytes.find((one) => one.id === id);
    if (!upload) throw notFoundError('There is no such file');
    await lockImageTables(tx);
    refuseUsed(upload, await listUses(tx, upload));

    await tx.em.nativeDelete(UploadEntity, { id });
    await recordActivity(tx, {
      type: 'delete',
      entityType: 'upload',
      entityId: null,
      description: `Deleted ${uploadWords(upload)}`,
    });
    if (sameBytes.length > 1) return { id };
    // Before the commit: when this fails, the file stays in the library and can be deleted again
    await tx.store
      .remove(parseUploadPath(placeUpload(upload)).folder, listImageFiles(upload))
      .catch(failAsUnavailable(tx, 'The file could not be removed'));
    return { id };
  });

/** Every name of a document, the first one first. They share their bytes. */
export const lockByHash = ({ em }: Pick<UploadTx, 'em'>, hash: string): Promise<UploadRow[]> =>
  em.find(
    UploadEntity,
    { hash },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
  );

type NamedImage = Pick<UploadRow, 'url' | 'width' | 'height'>;

const uploadWords = ({ url, width, height }: NamedImage): string =>
  typeof width === 'number'
    ? `a picture of ${width} × ${height} pixels`
    : `the document ${parseUploadPath(url).file}`;

function refuseUsed({ width }: NamedImage, uses: Awaited<ReturnType<typeof listUses>>): void {
  const [first, ...others] = uses;
  if (!first) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new AppError(
    'CONFLICT',
    `This ${typeof width === 'number' ? 'picture' : 'document'} is used: ${first.type} “${first.title}”${more}`,
  );
}

const toImageFacts = ({ width, height, files }: Image) => ({
  width,
  height,
  format: imageFormat,
  bytes: files.at(-1)?.bytes.length ?? 0,
});

export function hasFiles(ctx: Deps, url: string): Promise<boolean> {
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
