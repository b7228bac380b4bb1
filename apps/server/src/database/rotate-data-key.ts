import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type DataKeys, readKeyId } from '../crypto/data-keys.ts';
import {
  eraseUnreadableRows,
  hasKeyOfText,
  isSealedSql,
  missingKeyError,
  recordUsedKeys,
  type SealedColumn,
  type SealedRow,
  type Sealing,
  writeSealedTexts,
} from '../crypto/sealed-columns.ts';
import { StartError } from '../errors.ts';
import { openClient } from './client.ts';
import { beginWithoutLimits, describeDatabaseFailure } from './tool-client.ts';

const BATCH_SIZE = 200;
/** Longer than any request takes. Until then a running request may still write with the former key. */
const KEY_SETTLED_AFTER_MS = 10_000;

interface Options {
  eraseLost?: boolean;
  settledAfterMs?: number;
}

type RowCounts = Record<string, number>;

/**
 * Adds a new first key to the data folder and encrypts every text with it. With `DATA_KEY`, the operator adds the
 * key. The product may run meanwhile. A run that was stopped can be repeated, and goes on with the key that it has
 * added.
 */
export async function rotateDataKey(
  connection: pg.ClientConfig,
  sealing: Sealing,
  { eraseLost = false, settledAfterMs = KEY_SETTLED_AFTER_MS }: Options = {},
): Promise<{ encrypted: RowCounts; erased: RowCounts; key: string }> {
  const { keys } = sealing;
  const client = await openClient(connection, 'data-key');
  const encryptedCounts: RowCounts = {};
  let erasedCounts: RowCounts = {};
  const encryptOlderColumns = async () => {
    for (const column of sealing.columns) {
      encryptedCounts[column.table] =
        (encryptedCounts[column.table] ?? 0) + (await encryptColumn(client, sealing, column));
    }
  };
  try {
    if (!eraseLost) {
      if (keys.add && (await isRotationFinished(client, keys))) keys.add();
      await encryptOlderColumns();
      if (keys.add) await sleep(settledAfterMs);
      await encryptOlderColumns();
    }
    await beginWithoutLimits(client);
    if (eraseLost) erasedCounts = await eraseUnreadableRows(client, sealing);
    await recordUsedKeys(client, sealing);
    await client.query('COMMIT');
    return { encrypted: encryptedCounts, erased: erasedCounts, key: keys.all()[0].id };
  } catch (error) {
    const reason = describeDatabaseFailure(error);
    throw reason ? new StartError(`The work was cut off: ${reason}. Run the command again.`) : error;
  } finally {
    await client.end();
  }
}

/**
 * True when everything is encrypted with the first key. Until then the database records that earlier keys are in use.
 */
async function isRotationFinished(client: pg.Client, keys: DataKeys): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM data_keys');
  return rows.every(({ id }) => id === keys.all()[0].id);
}

async function encryptColumn(client: pg.Client, sealing: Sealing, sealed: SealedColumn): Promise<number> {
  const { keys } = sealing;
  const { table, column, others } = sealed;
  let lastId: SealedRow['id'] | undefined;
  let encryptedCount = 0;
  for (;;) {
    await beginWithoutLimits(client);
    const { rows } = await client.query<SealedRow>(
      `SELECT ${['id', column, ...others].join(', ')} FROM ${table}
       WHERE ${isSealedSql(sealed)} AND NOT starts_with(${column}, $1 || '.') ${lastId === undefined ? '' : 'AND id > $2'}
       ORDER BY id LIMIT ${BATCH_SIZE} FOR UPDATE`,
      [keys.all()[0].id, ...(lastId === undefined ? [] : [lastId])],
    );
    const unreadableText = rows.map((row) => String(row[column])).find((text) => !hasKeyOfText(keys, text));
    if (unreadableText) throw missingKeyError(readKeyId(unreadableText), sealing);
    await writeSealedTexts(
      client,
      sealed,
      rows.map((row) => ({ id: row.id, ...sealed.reseal(keys, row) })),
    );
    await client.query('COMMIT');
    encryptedCount += rows.length;
    lastId = rows.at(-1)?.id ?? lastId;
    if (rows.length < BATCH_SIZE) return encryptedCount;
  }
}
