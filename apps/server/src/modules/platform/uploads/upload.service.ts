import { createHash } from 'node:crypto';
import type { DocumentAnswer, UploadAnswer } from '@institute/contract';
import { removeInvisible } from '@institute/contract/text';
import type { Ctx } from '../../../context.ts';
import { lockOrNotFound } from '../../../database/row-lock.ts';
import { AppError } from '../../../errors.ts';
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
import { FILE_NAME_LENGTH, NAME_LENGTH, parseUploadPath, uploadsPath } from './upload-path.ts';

export type NewUpload = Pick<UploadRow, 'hash' | 'url' | 'width' | 'height' | 'format' | 'bytes'>;
export type Deps = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now' | 'log'> & { store: UploadStore };

/** Stored under the hash of its content, so the same file always gets the same address. */
export async function storeUpload(ctx: PictureDeps, { name, bytes }: UploadFile): Promise<UploadAnswer> {
  const { row, isKnown, isStored } = await preparePicture(ctx, bytes);
  if (!isStored) await storeRow(ctx, row, { isKnown });
  await cleanFileName(ctx, row, name);
  return uploadView(row);
}

type PictureDeps = Deps & { renderImage: RenderImage };

/** Writes the files of a picture. Unless `isStored`, its row is still to be stored. */
export async function preparePicture(ctx: PictureDeps, sent: Buffer) {
  const hash = hashBytes(sent);
  const known = await findKnown(ctx, hash);
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

export const findKnown = ({ em }: Pick<Deps, 'em'>, hash: string): Promise<UploadRow | null> =>
  em.findOne(UploadEntity, { hash }, { disableIdentityMap: true });

export async function storeRow(ctx: Deps, row: NewUpload, { isKnown }: { isKnown: boolean }): Promise<void> {
  if (isKnown) await ctx.em.nativeUpdate(UploadEntity, { hash: row.hash }, row);
  else await runInTransaction(ctx, (tx) => addUpload(tx, row));
}

/** The first name of a file stays, as its address does. */
export async function cleanFileName(
  { em }: Pick<Deps, 'em'>,
  { hash }: Pick<NewUpload, 'hash'>,
  sent: string,
): Promise<void> {
  const fileName = removeInvisible(sent.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '');
  const name = [...fileName.trim()].slice(0, FILE_NAME_LENGTH).join('');
  if (name) await em.nativeUpdate(UploadEntity, { hash, name: null }, { name });
}

/** Does nothing when the upload exists already. */
export async function addUpload(tx: InTransaction<Omit<Deps, 'store'>>, row: NewUpload): Promise<void> {
  const { affectedRows } = await tx.em
    .createQueryBuilder(UploadEntity)
    .insert({ ...row, account: tx.actor?.id ?? null, createdAt: tx.now() })
    // The same file may be uploaded twice at once
    .onConflict('hash')
    .ignore()
    .execute('run');
  if (affectedRows === 0) return;
  await recordActivity(tx, {
    type: 'create',
    entityType: 'upload',
    entityId: null,
    description: `Uploaded ${uploadWords(row)}`,
  });
}

/** Removes the files of a prepared picture that was never stored. */
export async function removeFiles({ em, store }: Pick<Deps, 'em' | 'store'>, row: NewUpload): Promise<void> {
  if (!(await findKnown({ em }, row.hash)))
    await store.remove(parseUploadPath(row.url).folder, listImageFiles(row));
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
    await lockImageTables(tx);
    const upload = await lockOrNotFound(tx, UploadEntity, { id }, { missing: 'There is no such file' });
    const { hash, url } = upload;
    refuseUsed(upload, await listUses(tx, hash));

    await tx.em.nativeDelete(UploadEntity, { id });
    await recordActivity(tx, {
      type: 'delete',
      entityType: 'upload',
      entityId: null,
      description: `Deleted ${uploadWords(upload)}`,
    });
    // Before the commit: when this fails, the file stays in the library and can be deleted again
    await tx.store
      .remove(parseUploadPath(url).folder, listImageFiles(upload))
      .catch(failAsUnavailable(tx, 'The file could not be removed'));
    return { id };
  });

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

export const toDocumentView = ({ url, format, bytes }: NewUpload): DocumentAnswer => ({
  secure_url: url,
  public_id: parseUploadPath(url).folder,
  format,
  bytes,
});

const uploadView = (row: NewPicture): UploadAnswer => ({
  ...toDocumentView(row),
  width: row.width,
  height: row.height,
});
