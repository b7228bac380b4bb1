import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { makeWorkQueue } from '../../../background/work-queue.ts';
import { notFoundError } from '../../../errors.ts';
import { callInProcess } from '../../../http/in-process-call.ts';
import { letRoutesSkipQueue } from '../../../http/server/request-queue.ts';
import { EMAIL_PICTURE_FILE } from './email-picture.service.ts';
import { listStoredWidths, nameImageFile } from './image.ts';
import { uploadsPath } from './upload-path.ts';

/** In pixels: twice the width of the column of an email. */
const PICTURE_WIDTH = 1200;
const JPEG_QUALITY = 82;
/**
 * Number of cached pictures. Each has about 200 kB at most, and all recipients of a newsletter ask for the same one.
 */
const MAX_CACHED_PICTURES = 50;
const folderNamePattern = /^[\w-]*?(\d{1,4})x\d{1,4}-[\da-f]{6}$/;

/** Serves stored pictures as JPEG. A picture is converted when an email asks for it. */
export async function serveEmailPictures(app: FastifyInstance): Promise<void> {
  letRoutesSkipQueue(app);
  const cachedPictures = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED_PICTURES });
  const { run: inTurn } = makeWorkQueue({ atOnce: 2 });

  const renderFolderJpeg = async (folder: string): Promise<Buffer> => {
    const storedWidth = Number(folderNamePattern.exec(folder.split('/').at(-1) ?? '')?.[1]);
    const sourceWidth = listStoredWidths(storedWidth).find(
      (each) => each >= Math.min(PICTURE_WIDTH, storedWidth),
    );
    const { statusCode, rawPayload } = await callInProcess(app, {
      url: `${folder}/${nameImageFile(sourceWidth ?? storedWidth)}`,
    });
    if (!sourceWidth || statusCode !== 200) throw notFoundError('There is no such picture');
    const { default: sharp } = await import('sharp');
    return sharp(rawPayload)
      .resize({ width: PICTURE_WIDTH, withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
  };

  for (const folderPath of [uploadsPath, '/images/demo']) {
    app.get<{ Params: { folder: string } }>(
      `${folderPath}/:folder/${EMAIL_PICTURE_FILE}`,
      async ({ params }, reply) => {
        const folder = `${folderPath}/${params.folder}`;
        if (!folderNamePattern.test(params.folder)) throw notFoundError('There is no such picture');
        const picturePromise = cachedPictures.get(folder) ?? inTurn(() => renderFolderJpeg(folder));
        cachedPictures.set(folder, picturePromise);
        picturePromise.catch(() => cachedPictures.delete(folder));
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('image/jpeg')
          .send(await picturePromise);
      },
    );
  }
}
