import { join } from 'node:path';
import { prepareDatabase } from '../composition/prepare-database.ts';
import { openStoredFiles } from '../composition/stored-files.ts';
import { type Config, parseSetting } from '../config/config.ts';
import { moveAllData } from '../database/backup/move.ts';
import { startErrorOfDatabase } from '../database/database-errors.ts';
import { migrate } from '../database/migrate.ts';
import { isFolderInUseError, openDatabase } from '../database/open.ts';
import { StartError } from '../errors.ts';
import {
  formatAmountLines,
  formatBackupAmount,
  loadEntities,
  loadToolConfig,
  readOptions,
  runCommand,
} from './tool.ts';

const USAGE = 'Usage: npm run move -- --database URL [--s3 URL]';

async function moveDatabase(): Promise<string> {
  const { database, s3 } = readOptions(USAGE, { database: { type: 'string' }, s3: { type: 'string' } });
  if (!database) throw new StartError(USAGE);
  const config = loadToolConfig({ installation: true });
  if (config.databaseUrl) {
    throw new StartError(
      'npm run move takes the embedded database of DATA_DIR: run it without the setting DATABASE_URL.',
    );
  }
  const targetPlace = {
    connection: { connectionString: parseSetting('DATABASE_URL', database, '--database') },
    files: openStoredFiles({ ...config, ...(s3 && { s3Url: parseSetting('S3_URL', s3, '--s3') }) }),
  };
  await migrate(targetPlace.connection).catch((error) => {
    throw startErrorOfDatabase('--database', error);
  });
  // Locks the data folder, so that no product writes rows that the move would miss
  const db = await openDatabase(config, loadEntities).catch((error) => {
    throw isFolderInUseError(error)
      ? new StartError(`${readErrorMessage(error)} Stop the product first.`)
      : error;
  });
  try {
    await prepareDatabase(config, db.connection);
    const sourcePlace = { connection: db.connection, files: openStoredFiles(config) };
    const movedAmount = await moveAllData(sourcePlace, targetPlace);
    return `${formatBackupAmount(movedAmount)} have moved, and their hashes agree:\n${formatAmountLines(movedAmount)}\n${adviseAfterMove(config, Boolean(s3))}`;
  } finally {
    await db.close();
  }
}

const readErrorMessage = (error: unknown) => (error instanceof Error ? error.message : '');

/** Advises where the secrets are. The text never shows their values. */
function adviseAfterMove({ dataDir }: Config, hasStore: boolean): string {
  const describeCurrentSetting = (file: string) =>
    `the setting of now, or else what ${join(dataDir, file)} holds`;
  return [
    'From now on start the product with these settings:',
    '  DATABASE_URL  the address given as --database',
    ...(hasStore ? ['  S3_URL        the address given as --s3'] : []),
    `  AUTH_SECRET   ${describeCurrentSetting('auth-secret')}; with another one everybody signs in again and emailed links end`,
    `  DATA_KEY      ${describeCurrentSetting('data-key')}, its lines joined by commas; without it nobody can read the health answers`,
    `${dataDir} is as it was.`,
  ].join('\n');
}

await runCommand(moveDatabase);
