import { createHash } from 'node:crypto';
import type { UploadAnswer } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { AppError } from '../../errors.ts';
import { type InTransaction, transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import {
  fileName,
  type Image,
  type ImageStore,
  imageFormat,
  type RenderImage,
  storedWidths,
} from './image.ts';
import { holdUses, type ImageUse, usesOf } from './image-uses.ts';
import { UploadEntity, type UploadRow } from './upload.entity.ts';
import { NAME_LENGTH, placeOf, uploadsPath } from './upload-path.ts';

type NewUpload = Pick<UploadRow, 'hash' | 'url' | 'width' | 'height' | 'format' | 'bytes'>;
type Deps = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now' | 'log'> & { images: ImageStore };

/** Stored under the hash of its content, so the same file always gets the same address. */
export async function storeUpload(
  ctx: Deps & { renderImage: RenderImage },
  sent: Buffer,
): Promise<UploadAnswer> {
  const hash = createHash('sha256').update(sent).digest('hex');
  const known = await ctx.em.findOne(UploadEntity, { hash }, { disableIdentityMap: true });
  if (known && (await hasFiles(ctx, known.url))) return uploadView(known);

  const image = await ctx.renderImage(sent);
  const { width, height, averageColour, files } = image;
  const folder = `${hash.slice(0, NAME_LENGTH)}-${width}x${height}-${averageColour}`;
  await ctx.images.write(folder, files).catch(unavailable(ctx, 'The picture could not be stored'));

  const row = { hash, url: `${uploadsPath}/${folder}/${fileName(width)}`, ...factsOf(image) };
  if (known) await ctx.em.nativeUpdate(UploadEntity, { hash }, row);
  else await transaction(ctx, (tx) => addRow(tx, row));
  return uploadView(row);
}

async function addRow(tx: InTransaction<Deps>, row: NewUpload): Promise<void> {
  const { affectedRows } = await tx.em
    .createQueryBuilder(UploadEntity)
    .insert({ ...row, account: tx.actor?.id ?? null, createdAt: tx.now() })
    // the same file may be uploaded twice at once
    .onConflict('hash')
    .ignore()
    .execute('run');
  if (affectedRows === 0) return;
  await recordActivity(tx, {
    type: 'create',
    entityType: 'upload',
    entityId: null,
    description: `Uploaded a picture of ${row.width} × ${row.height} pixels`,
  });
}

export const readImage = (
  ctx: Pick<Deps, 'images' | 'log'>,
  folder: string,
  file: string,
): Promise<Buffer | null> =>
  ctx.images.read(folder, file).catch(unavailable(ctx, 'The picture cannot be read right now'));

const unavailable =
  ({ log }: Pick<Deps, 'log'>, message: string) =>
  (error: unknown): never => {
    log.error({ err: error }, 'the image store failed');
    throw new AppError('UNAVAILABLE', message, { retryAfter: 60 });
  };

export const removeImage = (ctx: Deps & Pick<Ctx, 'content'>, id: number): Promise<{ id: number }> =>
  transaction(ctx, async (tx) => {
    await holdUses(tx);
    const image = await lockOrNotFound(tx, UploadEntity, { id }, { missing: 'There is no such picture' });
    const { hash, url, width, height } = image;
    refuseUsed(await usesOf(tx, hash));

    await tx.em.nativeDelete(UploadEntity, { id });
    await recordActivity(tx, {
      type: 'delete',
      entityType: 'upload',
      entityId: null,
      description: `Deleted a picture of ${width} × ${height} pixels`,
    });
    // before the commit: when this fails, the image stays in the library and can be deleted again
    await tx.images
      .remove(placeOf(url).folder, storedWidths(width).map(fileName))
      .catch(unavailable(tx, 'The picture could not be removed'));
    return { id };
  });

function refuseUsed(uses: Pick<ImageUse, 'type' | 'title'>[]): void {
  const [first, ...others] = uses;
  if (!first) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new AppError('CONFLICT', `This picture is used: ${first.type} “${first.title}”${more}`);
}

const factsOf = ({ width, height, files }: Image) => ({
  width,
  height,
  format: imageFormat,
  bytes: files.at(-1)?.bytes.length ?? 0,
});

function hasFiles(ctx: Deps, url: string): Promise<boolean> {
  const { folder, file } = placeOf(url);
  return ctx.images.has(folder, file).catch(unavailable(ctx, 'The picture could not be stored'));
}

type Shown = Pick<UploadRow, 'url' | 'width' | 'height' | 'format' | 'bytes'>;

const uploadView = ({ url, width, height, format, bytes }: Shown): UploadAnswer => ({
  secure_url: url,
  public_id: placeOf(url).folder,
  width,
  height,
  format,
  bytes,
});
