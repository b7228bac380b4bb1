import { join } from 'node:path';
import type { Ctx } from '../../../context.ts';
import { readFreeBytes } from '../../../crypto/data-dir.ts';
import type { FileStore } from '../../../database/backup/file-store.ts';
import { readErrorCode, StartError } from '../../../errors.ts';
import { int, readRows, text } from '../../../sql.ts';
import { openFolderStore } from './folder-store.ts';
import { listImageFiles, type UploadStore } from './image.ts';
import { openS3Store } from './s3-store.ts';
import { chooseContentType, parseUploadPath, uploadsPath } from './upload-path.ts';

type StorageSettings = Pick<Ctx['config'], 'dataDir' | 's3Url'>;

/** The state contains no address, because the address contains the keys. */
export async function readStorageState({ em, config }: Pick<Ctx, 'em' | 'config'>) {
  const [counts] = await readRows(em, { uploads: int, bytes: text })(
    `select count(*)::int as uploads, coalesce(sum(bytes), 0) as bytes
     from (select distinct coalesce(stored_url, url), bytes from uploads) as stored`,
  );
  // The file does not exist; a working store answers that it is missing
  const probeReadPromise = openUploadStore(config).read('self-check', 'nothing.webp');
  return {
    kind: config.s3Url ? ('object store' as const) : ('folder' as const),
    uploads: counts?.uploads ?? 0,
    bytes: Number(counts?.bytes ?? 0),
    freeBytes: config.s3Url ? null : await readFreeBytes(config.dataDir),
    answers: await probeReadPromise.then(
      () => true,
      () => false,
    ),
  };
}

const UPLOADS_FOLDER = 'uploads';
const DOCUMENTS_FOLDER = 'documents';
const immutableCacheControl = 'public, max-age=31536000, immutable';

export const openUploadStore = ({ dataDir, s3Url }: StorageSettings): UploadStore =>
  s3Url
    ? openS3Store(s3Url, {
        folder: '',
        headersOf: (name) => ({
          'content-type': chooseContentType(name),
          'cache-control': immutableCacheControl,
        }),
      })
    : openFolderStore(join(dataDir, UPLOADS_FOLDER));

/** For what is encrypted. No address serves it. */
export const openDocumentStore = ({ dataDir, s3Url }: StorageSettings): UploadStore =>
  s3Url
    ? openS3Store(s3Url, {
        folder: `/${DOCUMENTS_FOLDER}`,
        headersOf: () => ({
          'content-type': 'application/octet-stream',
          'cache-control': 'private, no-store',
        }),
      })
    : openFolderStore(join(dataDir, DOCUMENTS_FOLDER));

interface StoredFileRow {
  url: string;
  width: number | null;
  bytes: number;
}

export const openUploadFiles = (config: StorageSettings): FileStore =>
  openFiles(openUploadStore(config), describeStorePlace(config, UPLOADS_FOLDER), async (client) => {
    const { rows } = await client.query<StoredFileRow>(
      // The column is read through JSON, because a backup of an earlier release has no `stored_url`
      `SELECT DISTINCT coalesce(to_jsonb(uploads)->>'stored_url', url) AS url, width, bytes FROM uploads
       WHERE starts_with(url, $1) ORDER BY 1`,
      [`${uploadsPath}/`],
    );
    return rows.flatMap(({ url, width, bytes }) => {
      const { folder, file } = parseUploadPath(url);
      return listImageFiles({ url, width }).map((name) => ({
        folder,
        name,
        ...(name === file && { bytes }),
      }));
    });
  });

export const openDocumentFiles = (config: StorageSettings, named: FileStore['named']): FileStore =>
  openFiles(openDocumentStore(config), describeStorePlace(config, DOCUMENTS_FOLDER), named);

const describeStorePlace = ({ dataDir, s3Url }: StorageSettings, folder: string): string =>
  s3Url ? 'the object store of S3_URL' : join(dataDir, folder);

function openFiles(store: UploadStore, place: string, named: FileStore['named']): FileStore {
  const explainFailure = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new StartError(`${place} cannot be used (${describeCause(error)})`, { cause: error });
    });
  return {
    place,
    named,
    list: () => explainFailure(store.list()),
    read: (folder, name) => explainFailure(store.read(folder, name)),
    has: (folder, name) => explainFailure(store.has(folder, name)),
    write: (folder, files) => explainFailure(store.write(folder, files)),
  };
}

function describeCause(error: unknown): string {
  const errorCause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return readErrorCode(errorCause) ?? (errorCause instanceof Error ? errorCause.message : String(errorCause));
}
