import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type DataKeys, readKeyId } from '../crypto/data-keys.ts';
import {
  eraseUnreadable,
  hasKeyFor,
  isOfDataKey,
  missingKeyError,
  recordUsedKeys,
  type SealedColumn,
  type SealedRow,
  type Sealing,
  writeSealed,
} from '../crypto/sealed-columns.ts';
import { StartError } from '../errors.ts';
import { openClient } from './client.ts';
import { beginWithoutLimits, describeDatabaseFailure } from './tool-client.ts';

const BATCH_SIZE = 200;
/** Longer than any request. Until then a request may write with the former key. */
const SETTLED_AFTER_MS = 10_000;

interface Options {
  eraseLost?: boolean;
  settledAfterMs?: number;
}

type Counts = Record<string, number>;

/**
 * Adds a new first key to the data folder and encrypts every text with it. A run that was stopped goes on
 * with its own key. With `DATA_KEY` the operator puts the new key first. It works while the product runs, and
 * may be stopped and run again.
 */
export async function rotateDataKey(
  connection: pg.ClientConfig,
  sealing: Sealing,
  { eraseLost = false, settledAfterMs = SETTLED_AFTER_MS }: Options = {},
): Promise<{ encrypted: Counts; erased: Counts; key: string }> {
  const { keys } = sealing;
  const client = await openClient(connection, 'data-key');
  const encrypted: Counts = {};
  let erased: Counts = {};
  const encryptOthers = async () => {
    for (const column of sealing.columns) {
      encrypted[column.table] =
        (encrypted[column.table] ?? 0) + (await encryptColumn(client, sealing, column));
    }
  };
  try {
    if (!eraseLost) {
      if (keys.add && (await isFinished(client, keys))) keys.add();
      await encryptOthers();
      if (keys.add) await sleep(settledAfterMs);
      await encryptOthers();
    }
    await beginWithoutLimits(client);
    if (eraseLost) erased = await eraseUnreadable(client, sealing);
    await recordUsedKeys(client, sealing);
    await client.query('COMMIT');
    return { encrypted, erased, key: keys.all()[0].id };
  } catch (error) {
    const reason = describeDatabaseFailure(error);
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

async function encryptColumn(client: pg.Client, sealing: Sealing, sealed: SealedColumn): Promise<number> {
  const { keys } = sealing;
  const { table, column, others } = sealed;
  let after: SealedRow['id'] | undefined;
  let count = 0;
  for (;;) {
    await beginWithoutLimits(client);
    const { rows } = await client.query<SealedRow>(
      `SELECT ${['id', column, ...others].join(', ')} FROM ${table}
       WHERE ${isOfDataKey(sealed)} AND NOT starts_with(${column}, $1 || '.') ${after === undefined ? '' : 'AND id > $2'}
       ORDER BY id LIMIT ${BATCH_SIZE} FOR UPDATE`,
      [keys.all()[0].id, ...(after === undefined ? [] : [after])],
    );
    const lost = rows.map((row) => String(row[column])).find((text) => !hasKeyFor(keys, text));
    if (lost) throw missingKeyError(readKeyId(lost), sealing);
    await writeSealed(
      client,
      sealed,
      rows.map((row) => ({ id: row.id, ...sealed.reseal(keys, row) })),
    );
    await client.query('COMMIT');
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH_SIZE) return count;
  }
}
