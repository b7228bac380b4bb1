import { createHash } from 'node:crypto';
import type { UploadAnswer } from '@institute/contract';
import { type Actor, type Ctx, signedIn } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type InTransaction, transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { ImageStore } from './image.ts';
import { fileName, type Image, imageFormat, renderImage } from './image.ts';
import { UploadEntity, type UploadRow } from './upload.entity.ts';
import { uploadView } from './upload.view.ts';
import { placeOf, uploadsPath } from './upload-path.ts';

/** Length of the part of the hash that an address contains. */
export const NAME_LENGTH = 32;

type NewUpload = Pick<UploadRow, 'hash' | 'url' | 'width' | 'height' | 'format' | 'bytes'>;
type Deps = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now' | 'log'> & { images: ImageStore };

/** Stores an image under the hash of its content, so the same file always gets the same address. */
export async function storeUpload(ctx: Deps, sent: Buffer): Promise<UploadAnswer> {
  const account = signedIn(ctx);
  const hash = createHash('sha256').update(sent).digest('hex');
  const known = await ctx.em.findOne(UploadEntity, { hash }, { disableIdentityMap: true });
  if (known && (await hasFiles(ctx, known.url))) return uploadView(known);

  const image = await renderImage(sent);
  const { width, height, averageColour, files } = image;
  const folder = `${hash.slice(0, NAME_LENGTH)}-${width}x${height}-${averageColour}`;
  await ctx.images.write(folder, files).catch((error) => {
    ctx.log.error({ err: error }, 'an image could not be stored');
    throw new AppError('UNAVAILABLE', 'The picture could not be stored', { retryAfter: 60 });
  });

  const row = { hash, url: `${uploadsPath}/${folder}/${fileName(width)}`, ...factsOf(image) };
  if (known) await ctx.em.nativeUpdate(UploadEntity, { hash }, row);
  else await transaction(ctx, (tx) => addRow(tx, account, row));
  return uploadView(row);
}

async function addRow(tx: InTransaction<Deps>, account: Actor, row: NewUpload): Promise<void> {
  const { affectedRows } = await tx.em
    .createQueryBuilder(UploadEntity)
    .insert({ ...row, account: account.id, createdAt: tx.now() })
    // The same file may be uploaded twice at once.
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

const factsOf = ({ width, height, files }: Image) => ({
  width,
  height,
  format: imageFormat,
  bytes: files.at(-1)?.bytes.length ?? 0,
});

function hasFiles({ images }: Deps, url: string): Promise<boolean> {
  const { folder, file } = placeOf(url);
  return images.has(folder, file);
}
