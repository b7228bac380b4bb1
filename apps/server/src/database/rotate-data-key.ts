import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type DataKeys, readKeyId } from '../crypto/data-keys.ts';
import {
  type ColumnSealing,
  eraseUnreadableRows,
  hasKeyOfText,
  isSealedSql,
  missingKeyError,
  recordUsedKeys,
  type SealedColumn,
  type SealedRow,
  writeSealedTexts,
} from '../crypto/sealed-columns.ts';
import { StartError } from '../errors.ts';
import { openClient } from './client.ts';
import { beginWithoutLimits, describeDatabaseFailure } from './tool-client.ts';

const ROWS_IN_BATCH = 200;
/** Longer than any request takes. Until then a running request may still write with the former key. */
const KEY_SETTLED_AFTER_MS = 10_000;

interface KeyRotationOptions {
  eraseLost?: boolean;
  settledAfterMs?: number;
}

type RowCountByTable = Record<string, number>;

/**
 * Adds a new first key to the data folder and encrypts every text with it. With `DATA_KEY`, the operator puts the
 * new key first. The product may run meanwhile. A run that was stopped can be repeated, and goes on with the key that
 * it has added.
 */
export async function rotateDataKey(
  connection: pg.ClientConfig,
  sealing: ColumnSealing,
  { eraseLost = false, settledAfterMs = KEY_SETTLED_AFTER_MS }: KeyRotationOptions = {},
): Promise<{ encrypted: RowCountByTable; erased: RowCountByTable; key: string }> {
  const { keys } = sealing;
  const rotationClient = await openClient(connection, 'data-key');
  const encryptedCounts: RowCountByTable = {};
  let erasedCounts: RowCountByTable = {};
  const encryptOlderColumns = async () => {
    for (const sealedColumn of sealing.columns) {
      encryptedCounts[sealedColumn.table] =
        (encryptedCounts[sealedColumn.table] ?? 0) +
        (await encryptColumn(rotationClient, sealing, sealedColumn));
    }
  };
  try {
    if (!eraseLost) {
      if (keys.add && (await isRotationFinished(rotationClient, keys))) keys.add();
      await encryptOlderColumns();
      if (keys.add) await sleep(settledAfterMs);
      await encryptOlderColumns();
    }
    await beginWithoutLimits(rotationClient);
    if (eraseLost) erasedCounts = await eraseUnreadableRows(rotationClient, sealing);
    await recordUsedKeys(rotationClient, sealing);
    await rotationClient.query('COMMIT');
    return { encrypted: encryptedCounts, erased: erasedCounts, key: keys.all()[0].id };
  } catch (error) {
    const failureReason = describeDatabaseFailure(error);
    throw failureReason
      ? new StartError(`The work was cut off: ${failureReason}. Run the command again.`)
      : error;
  } finally {
    await rotationClient.end();
  }
}

/**
 * True when everything is encrypted with the first key. Until then the database records that earlier keys are in use.
 */
async function isRotationFinished(client: pg.Client, keys: DataKeys): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM data_keys');
  return rows.every(({ id }) => id === keys.all()[0].id);
}

async function encryptColumn(
  client: pg.Client,
  sealing: ColumnSealing,
  sealed: SealedColumn,
): Promise<number> {
  const { keys } = sealing;
  const { table, column, others } = sealed;
  let lastEncryptedRowId: SealedRow['id'] | undefined;
  let encryptedCount = 0;
  for (;;) {
    await beginWithoutLimits(client);
    const { rows } = await client.query<SealedRow>(
      `SELECT ${['id', column, ...others].join(', ')} FROM ${table}
       WHERE ${isSealedSql(sealed)} AND NOT starts_with(${column}, $1 || '.') ${lastEncryptedRowId === undefined ? '' : 'AND id > $2'}
       ORDER BY id LIMIT ${ROWS_IN_BATCH} FOR UPDATE`,
      [keys.all()[0].id, ...(lastEncryptedRowId === undefined ? [] : [lastEncryptedRowId])],
    );
    const textWithoutKey = rows.map((row) => String(row[column])).find((text) => !hasKeyOfText(keys, text));
    if (textWithoutKey) throw missingKeyError(readKeyId(textWithoutKey), sealing);
    await writeSealedTexts(
      client,
      sealed,
      rows.map((row) => ({ id: row.id, ...sealed.reseal(keys, row) })),
    );
    await client.query('COMMIT');
    encryptedCount += rows.length;
    lastEncryptedRowId = rows.at(-1)?.id ?? lastEncryptedRowId;
    if (rows.length < ROWS_IN_BATCH) return encryptedCount;
  }
}
