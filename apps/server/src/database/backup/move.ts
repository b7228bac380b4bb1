import pg from 'pg';
import { StartError } from '../../errors.ts';
import { openClient } from '../client.ts';
import { beginWithoutLimits, describeDatabaseFailure } from '../tool-client.ts';
import { writeBackupLines } from './backup.ts';
import { type BackupAmount, listTables, makeEmptyAmount } from './backup-format.ts';
import type { FileStore } from './file-store.ts';
import { restoreLines } from './restore.ts';

interface DatabaseAndFiles {
  connection: pg.ClientConfig;
  files: FileStore;
}

/**
 * Copies all data and files into an empty database and another store. Compares the hashes of all tables and files
 * before the commit. Both databases must have all migrations. Encrypted texts keep their data keys.
 */
export async function moveAllData(from: DatabaseAndFiles, to: DatabaseAndFiles): Promise<BackupAmount> {
  const targetClient = await openClient(to.connection, 'move');
  try {
    await beginWithoutLimits(targetClient);
    await refuseUsedDatabase(targetClient);
    const amountSent = makeEmptyAmount();
    // A restore reads the lines of a backup directly, and compares them with what it has stored
    const storedAmount = await restoreLines(
      targetClient,
      { files: to.files },
      writeBackupLines(from.connection, from.files, amountSent),
    );
    await targetClient.query('COMMIT');
    return storedAmount;
  } catch (error) {
    const failureReason = error instanceof StartError ? error.message : describeDatabaseFailure(error);
    throw failureReason ? new StartError(`Nothing was moved: ${failureReason}.`) : error;
  } finally {
    await targetClient.end();
  }
}

/** Locks the new database against writers until the move ends. Throws when a table is in use or has rows. */
async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  for (const tableName of await listTables(client)) {
    const quotedTableName = pg.escapeIdentifier(tableName);
    await client.query(`LOCK TABLE ${quotedTableName} IN ACCESS EXCLUSIVE MODE NOWAIT`);
    const { rowCount } = await client.query(`SELECT FROM ${quotedTableName} LIMIT 1`);
    if (rowCount) throw new StartError(`its new database is not empty: ${tableName} has rows`);
  }
}
