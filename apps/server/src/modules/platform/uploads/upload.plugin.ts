import { requireScope } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { uploadLimits } from '@institute/contract/uploads.constants';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { invalidInputError, notFoundError } from '../../../errors.ts';
import { makeContentTag, matchesEtag } from '../../../http/etag.ts';
import { acceptFiles, readParts } from '../../../http/policies/bodies.ts';
import { addAllowedOriginHeaders, refuseOtherMethods } from '../../../http/policies/cross-origin.ts';
import { letRoutesSkipQueue } from '../../../http/server/request-queue.ts';
import { checkAccess, identifyAnyCaller } from '../../../http/session.ts';
import { findDocument, storeDocument } from './document.service.ts';
import { parseDocumentPlace } from './document.ts';
import { makeImageRenderer, type UploadFile } from './image.ts';
import { openUploadStore } from './storage.service.ts';
import { readUpload, storeUpload } from './upload.service.ts';
import { chooseContentType, uploadsPath } from './upload-path.ts';
import { runWithinQuota } from './upload-quota.service.ts';

const pictureUploadPath = `${uploadsPath}/:cloud/image/upload`;
const documentUploadPath = `${uploadsPath}/:cloud/raw/upload`;
const FORM_FIELDS_BYTES = 64 * 1024;
const storedFolderPattern = /^[\da-f]{32}-\d{1,4}x\d{1,4}-[\da-f]{6}$/;
const storedFilePattern = /^\d{1,4}\.webp$/;

/** Serves uploads. Files are sent in the format of the image hosting provider. */
export async function serveUploads(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const uploadStore = openUploadStore(config);
  const renderImage = makeImageRenderer();
  // Images have their own queue, and a slow sender must not block others
  letRoutesSkipQueue(app);

  await acceptFiles(app, { fileSize: uploadLimits.bytes, files: 1, fields: 20, fieldSize: 1000, parts: 21 });

  const uploadRouteOptions: RouteShorthandOptions = {
    config: { sends: 'upload' },
    bodyLimit: uploadLimits.bytes + FORM_FIELDS_BYTES,
    onRequest: async (request, reply) => {
      await addAllowedOriginHeaders(request, reply);
      await identifyAnyCaller(request);
      checkAccess(request.ctx, requireScope('content:write', needs.files));
    },
  };
  const receiveUploadForm = (request: FastifyRequest) => {
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    return runWithinQuota(request.ctx, { announced: announcedBytes, most: uploadLimits.bytes }, () =>
      receiveFile(request),
    );
  };
  app.post(pictureUploadPath, uploadRouteOptions, async (request) => {
    const receivedFile = await receiveUploadForm(request);
    return storeUpload({ ...request.ctx, store: uploadStore, renderImage }, receivedFile);
  });
  app.post(documentUploadPath, uploadRouteOptions, async (request) => {
    const file = await receiveUploadForm(request);
    return storeDocument({ ...request.ctx, store: uploadStore }, file);
  });
  refuseOtherMethods(app, {
    picture: { method: 'POST', path: pictureUploadPath },
    document: { method: 'POST', path: documentUploadPath },
  });

  app.get<{ Params: { folder: string; file: string } }>(
    `${uploadsPath}/:folder/:file`,
    async ({ params: { folder, file }, ctx, headers }, reply) => {
      const readStoredFile = async (place: { folder: string; file: string }) => {
        const storedBytes = await readUpload({ ...ctx, store: uploadStore }, place.folder, place.file);
        if (!storedBytes) throw notFoundError('There is no such file');
        return storedBytes;
      };
      if (storedFolderPattern.test(folder) && storedFilePattern.test(file)) {
        const bytes = await readStoredFile({ folder, file });
        return reply.headers(pictureHeaders).type(chooseContentType(file)).send(bytes);
      }
      const documentFormat = parseDocumentPlace(folder, file);
      const document =
        documentFormat && (await findDocument(ctx, `${uploadsPath}/${folder}/${file}`, documentFormat));
      if (!document) throw notFoundError('There is no such file');
      const bytes = await readStoredFile(document.place);
      // The ETag covers the headers, because the bytes of a document never change, but its name and its disposition
      // may
      const documentTag = makeContentTag(JSON.stringify([folder, document.headers]));
      reply.headers({ ...document.headers, etag: documentTag, 'cache-control': 'public, no-cache' });
      return matchesEtag(headers['if-none-match'], documentTag)
        ? reply.status(304).send()
        : reply.send(bytes);
    },
  );
  app.get(`${uploadsPath}/*`, async () => {
    throw notFoundError('There is no such file');
  });
}

/** Other sites may show the pictures. */
const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

async function receiveFile(request: FastifyRequest): Promise<UploadFile> {
  const filesByField = new Map<string, UploadFile>();
  await readParts(request, async (part) => {
    if (part.type === 'file')
      filesByField.set(part.fieldname, { name: part.filename, bytes: await part.toBuffer() });
  });
  const sentFile = filesByField.get('file');
  if (!sentFile) throw invalidInputError([{ path: 'file', message: 'This is required' }]);
  return sentFile;
}
