import type pg from 'pg';
import type { DataKeys } from '../../../crypto/data-keys.ts';
import {
  type ColumnSealing,
  checkDataKeys,
  type SealedRow,
  writeSealedTexts,
} from '../../../crypto/sealed-columns.ts';
import { withClient } from '../../../database/client.ts';
import { runUnderLock } from '../../../database/migrate.ts';
import { sealedMedicalColumn, sealPlainAnswers } from './registration-medical.service.ts';

const BATCH_SIZE = 200;

/** Key of an advisory lock, which nothing else in the database uses. */
const LOCK_KEY = 7_240_518_392;

interface EncryptionOptions {
  /**
   * When false, the keys are not checked if nothing is left to encrypt. The caller then handles a missing key.
   */
  mustHaveKeys?: boolean;
}

/**
 * Checks the keys and encrypts medical information of older versions. It may be stopped at any time: the next
 * start continues. One process encrypts while the others wait for its lock.
 */
export const encryptMedical = (
  connection: pg.ClientConfig,
  sealing: ColumnSealing,
  { mustHaveKeys = true }: EncryptionOptions = {},
): Promise<void> =>
  withClient(connection, 'encrypt', async (client) => {
    if (mustHaveKeys) await checkDataKeys(client, sealing);
    if (!(await isEncryptionPending(client))) return;
    await runUnderLock(connection, LOCK_KEY, async () => {
      if (!(await isEncryptionPending(client))) return;
      await checkDataKeys(client, sealing);
      while (await encryptBatch(client, sealing.keys));
      // Rewrites the table, because old plain texts stay in its file until then
      await client.query('VACUUM (FULL, ANALYZE) registrations');
      await client.query('DROP TABLE medical_to_encrypt');
    });
  });

async function isEncryptionPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('public.medical_to_encrypt') IS NOT NULL AS is`);
  return rows[0].is;
}

async function encryptBatch(client: pg.Client, keys: DataKeys): Promise<boolean> {
  await client.query('BEGIN');
  const { rows } = await client.query<SealedRow>(
    'DELETE FROM medical_to_encrypt WHERE id IN (SELECT id FROM medical_to_encrypt ORDER BY id LIMIT $1) RETURNING *',
    [BATCH_SIZE],
  );
  await writeSealedTexts(
    client,
    sealedMedicalColumn,
    rows.map((row) => ({ id: row.id, ...sealPlainAnswers(keys, row) })),
  );
  await client.query('COMMIT');
  return rows.length > 0;
}
