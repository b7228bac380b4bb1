import { resolve } from 'node:path';
import { finishRestore } from '../composition/finish-restore.ts';
import { preserveDecisions } from '../composition/kept-by-restore.ts';
import { makeSealing, prepareDatabase } from '../composition/prepare-database.ts';
import { openStoredFiles } from '../composition/stored-files.ts';
import { restoreBackup } from '../database/backup/restore.ts';
import { storeRestoredKey } from '../modules/platform/suppression/fingerprint.service.ts';
import { formatAmountLines, formatBackupAmount, readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE =
  'Usage: npm run restore -- FILE [--keep-keys] [--erase-lost] [--allow-missing]  (replaces everything there is; ends API keys unless they are kept; erases answers whose data key is lost; goes on when uploaded files are missing)';

await runCommand(() => {
  const flag = { type: 'boolean', default: false } as const;
  const {
    file,
    'keep-keys': keepKeys,
    'erase-lost': eraseLost,
    'allow-missing': allowMissing,
  } = readOptions(USAGE, { 'keep-keys': flag, 'erase-lost': flag, 'allow-missing': flag }, 1);
  return withToolDatabase({ writesFiles: true }, async (db, config) => {
    const { connection } = db;
    let summary: string[] = [];
    const target: Parameters<typeof restoreBackup>[0] = {
      connection,
      files: openStoredFiles(config),
      sealing: makeSealing(config.dataKeys),
      keep: async (client) => {
        const putBack = await preserveDecisions(client, { keepKeys });
        return async () => {
          summary = await putBack();
          await storeRestoredKey(client, config);
        };
      },
    };
    const amount = await restoreBackup(target, resolve(file), { eraseLost, allowMissing });
    // Encrypts what an older version stored as plain text; a start would do it too
    await prepareDatabase(config, connection);
    const erased = await finishRestore({ config, db });
    return [
      `${formatBackupAmount(amount)} are back from ${file}:\n${formatAmountLines(amount)}`,
      ...summary,
      ...(erased > 0 ? [`Erased again, as before the restore: ${erased} rows.`] : []),
    ].join('\n');
  });
});
