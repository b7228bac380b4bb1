import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import { type DataKeys, decryptBytes, encrypt } from '../../../crypto/data-keys.ts';
import { declareSecretColumn } from '../../../crypto/sealed-columns.ts';
import type { FileStore } from '../../../database/backup/file-store.ts';
import { openDocumentFiles, openDocumentStore } from '../../platform/uploads/storage.service.ts';
import {
  DOCUMENT_PAGES_TABLE,
  type DocumentPageRow,
  GIVEN_ANSWERS_TABLE,
} from './applicant-document.entity.ts';

/** The key of a page's file, which nobody can read without it: erasing it erases the file, in backups too. */
export const pageKeyColumn = declareSecretColumn(DOCUMENT_PAGES_TABLE, 'sealed_key', {
  words: 'documents of applicants',
});

export const privateAnswerColumn = {
  ...declareSecretColumn(GIVEN_ANSWERS_TABLE, 'sealed_answer', { words: 'private answers of applicants' }),
  whenErased: 'version = version + 1',
};

const makePageBinding = (id: string) => `document page ${id}`;

/** A key that opens one page only. A rotation of the data key seals it anew, and leaves the file. */
export function sealPage(keys: DataKeys, id: string, content: Buffer) {
  const pageContentKey = randomBytes(32);
  return {
    sealedKey: pageKeyColumn.seal(keys, id, pageContentKey.toString('base64')),
    file: encrypt(pageContentKey, content, makePageBinding(id)),
  };
}

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
  { id, sealedKey }: Pick<DocumentPageRow, 'id' | 'sealedKey'>,
): Promise<Buffer | null> {
  const file = await openDocumentStore(config).read(id, FILE_NAME);
  const key = file && sealedKey ? pageKeyColumn.open(config.dataKeys, id, sealedKey) : null;
  return file && key ? decryptBytes(Buffer.from(key, 'base64'), file, makePageBinding(id)) : null;
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
