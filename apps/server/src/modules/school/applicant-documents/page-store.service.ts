import type { Ctx } from '../../../context.ts';
import type { FileStore } from '../../../database/backup/file-store.ts';
import { openDocumentFiles, openDocumentStore } from '../../platform/uploads/storage.service.ts';
import { DOCUMENT_PAGES_TABLE, type DocumentPageRow } from './applicant-document.entity.ts';
import { openPage } from './page-seal.ts';

export { pageKeyColumn, privateAnswerColumn } from './page-seal.ts';

/** Each page has a folder of its own, named by its id, so that it is there whole or not at all. */
const FILE_NAME = 'page';

type ReadingCtx = Pick<Ctx, 'config'>;

export const writePageFile = ({ config }: ReadingCtx, id: string, bytes: Buffer): Promise<void> =>
  openDocumentStore(config).write(id, [{ name: FILE_NAME, bytes }]);

export const removePageFile = ({ config }: ReadingCtx, id: string): Promise<void> =>
  openDocumentStore(config).remove(id, [FILE_NAME]);

/** The page as it was stored. Null when its file or its key is gone. Whoever calls it checks who may look. */
export async function readStoredPage(
  { config }: ReadingCtx,
  page: Pick<DocumentPageRow, 'id' | 'sealedKey'>,
): Promise<Buffer | null> {
  const file = await openDocumentStore(config).read(page.id, FILE_NAME);
  return file && openPage(config.dataKeys, { id: page.id, sealedKey: page.sealedKey ?? null }, file);
}

interface PageFileRow {
  id: string;
  bytes: number;
}

/** Files of pages for backups, moves and restores. They stay encrypted. */
export const openPageFiles = (config: Pick<Ctx['config'], 'dataDir' | 's3Url'>): FileStore =>
  openDocumentFiles(config, async (client) => {
    // An earlier release has no such table
    const { rows: known } = await client.query(
      `SELECT WHERE to_regclass('${DOCUMENT_PAGES_TABLE}') IS NOT NULL`,
    );
    if (known.length === 0) return [];
    const { rows } = await client.query<PageFileRow>(
      `SELECT id, bytes FROM ${DOCUMENT_PAGES_TABLE}
       WHERE arrived_at IS NOT NULL AND sealed_key IS NOT NULL ORDER BY id`,
    );
    return rows.map(({ id, bytes }) => ({ folder: id, name: FILE_NAME, bytes }));
  });
