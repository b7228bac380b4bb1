import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { importKinds, importPath, siteImportLimits } from '@institute/contract/imports.constants';
import { needs } from '@institute/contract/rights.constants';
import { removeInvisible } from '@institute/contract/text';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { refuseWithoutRight, requireAccount } from '../../../context/rights.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { acceptFiles, readParts } from '../../../http/policies/bodies.ts';
import { letRoutesSkipQueue } from '../../../http/server/request-queue.ts';
import { identifyCaller } from '../../../http/session.ts';

import { runWithinQuota } from '../../platform/uploads/upload-quota.service.ts';
import { FILE_NAME_LENGTH } from './import.entity.ts';

import { createImport, type ImportTargets, type SentFiles } from './import-file.service.ts';

const FIELDS_BYTES = 64 * 1024;
const MAX_BYTES = 2 * siteImportLimits.bytes + FIELDS_BYTES;
const STALE_FOLDER_AGE_MS = 60 * 60 * 1000;

/** Sent files are streamed to the disk, and are deleted after they were read. */
export async function serveImports(
  app: FastifyInstance,
  { targets }: { targets: ImportTargets },
): Promise<void> {
  letRoutesSkipQueue(app);
  await acceptFiles(app, {
    fileSize: siteImportLimits.bytes,
    files: 2,
    fields: 10,
    fieldSize: 1000,
    parts: 12,
  });
  app.post(
    importPath,
    {
      config: { sends: 'import' },
      bodyLimit: MAX_BYTES,
      onRequest: async (request) => {
        await identifyCaller(request);
        refuseWithoutRight({ actor: requireAccount(request.ctx) }, needs.imports);
      },
    },
    async (request, reply) => {
      const importsFolder = join(request.ctx.config.dataDir, 'imports');
      await mkdir(importsFolder, { recursive: true });
      await removeStaleFolders(importsFolder, request.ctx.now());
      const folder = await mkdtemp(join(importsFolder, 'sent-'));
      try {
        const announcedBytes = Number(request.headers['content-length'] ?? 0);
        const receivedFiles = await runWithinQuota(
          request.ctx,
          { announced: announcedBytes, most: MAX_BYTES },
          () => receiveFiles(request, folder),
        );
        return await reply
          .header('cache-control', 'no-store')
          .send(await createImport(request.ctx, targets, receivedFiles));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
}

async function receiveFiles(request: FastifyRequest, folder: string) {
  const filePathsByField = new Map<string, string>();
  let receivedByteCount = 0;
  let sentKind: unknown;
  let sentSite: unknown = '';
  let fileName: string | null = null;
  await readParts(request, async (part) => {
    if (part.type === 'field') {
      if (part.fieldname === 'kind') sentKind = part.value;
      if (part.fieldname === 'site') sentSite = part.value;
      return;
    }
    if (part.fieldname === 'file') fileName = cleanFileName(part.filename);
    const filePath = join(folder, String(filePathsByField.size));
    await pipeline(part.file, createWriteStream(filePath));
    filePathsByField.set(part.fieldname, filePath);
    receivedByteCount += part.file.bytesRead;
  }).catch((error: FastifyError) => {
    throw error.statusCode === 413 ? new AppError('PAYLOAD_TOO_LARGE', 'A file has at most 200 MB') : error;
  });
  const sentImportKind = importKinds.find((one) => one === sentKind);
  if (!sentImportKind)
    throw invalidInputError([{ path: 'kind', message: `One of: ${importKinds.join(', ')}` }]);
  const mainFilePath = filePathsByField.get('file');
  if (!mainFilePath) throw invalidInputError([{ path: 'file', message: 'This is required' }]);
  const sentFiles: SentFiles = {
    kind: sentImportKind,
    file: mainFilePath,
    fileName,
    uploads: filePathsByField.get('uploads'),
    site: toSiteAddress(sentSite),
  };
  return { ...sentFiles, bytes: { length: receivedByteCount } };
}

/** Adds `https://` to an address that was typed without it. */
function toSiteAddress(sent: unknown): string {
  const siteAddress = String(sent).trim();
  return !siteAddress || /^https?:\/\//i.test(siteAddress) ? siteAddress : `https://${siteAddress}`;
}

/** The name is only shown, and never used as a path. */
const cleanFileName = (sent = ''): string | null =>
  removeInvisible(sent)
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(0, FILE_NAME_LENGTH) || null;

/** Removes the folders of processes that were killed before they deleted their files. */
async function removeStaleFolders(root: string, now: Date): Promise<void> {
  for (const folderName of await readdir(root)) {
    const folderPath = join(root, folderName);
    const { mtimeMs } = await stat(folderPath).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (now.getTime() - mtimeMs > STALE_FOLDER_AGE_MS) await rm(folderPath, { recursive: true, force: true });
  }
}
