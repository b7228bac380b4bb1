import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type DataKeys, keyIdOf } from '../crypto/data-keys.ts';
import { StartError } from '../errors.ts';
import { rotateSecrets } from './account-secrets.ts';
import { writeMedical } from './encrypt-medical.ts';
import { eraseUnreadable, hasKeyOf, missingKey, noteUsedKeys } from './known-keys.ts';
import { openMedical, sealMedical } from './medical-columns.ts';
import { beginWithoutLimits, databaseReason, openToolClient } from './tool-client.ts';

const BATCH = 200;
/** Longer than any request takes: until then one may still write with the key before. */
const SETTLED_AFTER_MS = 10_000;

interface Options {
  /** Erases the answers whose key is lost instead of stopping at them. */
  eraseLost?: boolean;
  settledAfterMs?: number;
}

interface SealedRow {
  id: number;
  medical: string;
  medical_id: string;
}

/**
 * Encrypts every health answer and every secret of two-step sign-in with the first key. A run begins by adding a new first
 * key to the data folder, unless it continues one that was stopped. The operator puts a key in `DATA_KEY` first. The
 * command works while the product runs, and may be stopped and run again.
 */
export async function rotateDataKey(
  connection: pg.ClientConfig,
  keys: DataKeys,
  { eraseLost = false, settledAfterMs = SETTLED_AFTER_MS }: Options = {},
): Promise<{ encrypted: number; erased: number; key: string }> {
  const client = await openToolClient(connection, 'data-key');
  const done = { encrypted: 0, erased: 0 };
  try {
    if (!eraseLost) {
      if (keys.add && (await isFinished(client, keys))) keys.add();
      await encryptOthers(client, keys, done);
      if (keys.add) await sleep(settledAfterMs);
      await encryptOthers(client, keys, done);
      await rotateSecrets(client, keys);
    }
    await beginWithoutLimits(client);
    if (eraseLost) done.erased = await eraseUnreadable(client, keys);
    await noteUsedKeys(client, keys);
    await client.query('COMMIT');
    return { ...done, key: keys.all()[0].id };
  } catch (error) {
    const reason = databaseReason(error);
    throw reason ? new StartError(`The work was cut off: ${reason}. Run the command again.`) : error;
  } finally {
    await client.end();
  }
}

/** The database notes an earlier key until everything is encrypted with the first one. */
async function isFinished(client: pg.Client, keys: DataKeys): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM data_keys');
  return rows.every(({ id }) => id === keys.all()[0].id);
}

async function encryptOthers(client: pg.Client, keys: DataKeys, done: { encrypted: number }): Promise<void> {
  let after = 0;
  for (;;) {
    await beginWithoutLimits(client);
    const { rows } = await client.query<SealedRow>(
      `SELECT id, medical, medical_id FROM registrations
       WHERE id > $1 AND NOT starts_with(medical, $2 || '.') ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
      [after, keys.all()[0].id],
    );
    const lost = rows.find(({ medical }) => !hasKeyOf(keys, medical));
    if (lost) throw missingKey(keyIdOf(lost.medical), keys);
    await writeMedical(
      client,
      rows.map(({ id, medical, medical_id }) => {
        const sealed = sealMedical(keys, openMedical(keys, { medical, medicalId: medical_id }));
        return {
          ...{ id, medical: sealed.medical, medical_id: sealed.medicalId },
          medical_terms: sealed.medicalTerms,
        };
      }),
    );
    await client.query('COMMIT');
    done.encrypted += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return;
  }
}
