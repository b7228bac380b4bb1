import { resolve } from 'node:path';
import { finishRestore } from '../composition/finish-restore.ts';
import { preserveDecisions } from '../composition/kept-by-restore.ts';
import { makeColumnSealing, prepareDatabase } from '../composition/prepare-database.ts';
import { openStoredFiles } from '../composition/stored-files.ts';
import { restoreBackup } from '../database/backup/restore.ts';
import { storeRestoredKey } from '../modules/platform/suppression/fingerprint.service.ts';
import { formatAmountLines, formatBackupAmount, readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE =
  'Usage: npm run restore -- FILE [--keep-keys] [--erase-lost] [--allow-missing]  (replaces everything there is; ends API keys unless they are kept; erases answers whose data key is lost; goes on when uploaded files are missing)';

await runCommand(() => {
  const booleanFlagOption = { type: 'boolean', default: false } as const;
  const {
    file,
    'keep-keys': keepKeys,
    'erase-lost': eraseLost,
    'allow-missing': allowMissing,
  } = readOptions(
    USAGE,
    { 'keep-keys': booleanFlagOption, 'erase-lost': booleanFlagOption, 'allow-missing': booleanFlagOption },
    1,
  );
  return withToolDatabase({ writesFiles: true }, async (db, config) => {
    const { connection } = db;
    let keptDecisionReportLines: string[] = [];
    const restoreTarget: Parameters<typeof restoreBackup>[0] = {
      connection,
      files: openStoredFiles(config),
      sealing: makeColumnSealing(config.dataKeys),
      keep: async (client) => {
        const restoreDecisions = await preserveDecisions(client, { keepKeys });
        return async () => {
          keptDecisionReportLines = await restoreDecisions();
          await storeRestoredKey(client, config);
        };
      },
    };
    const restoredAmount = await restoreBackup(restoreTarget, resolve(file), { eraseLost, allowMissing });
    // Encrypts texts that an older version stored in plain form, as a start would do
    await prepareDatabase(config, connection);
    const erasedRowCount = await finishRestore({ config, db });
    return [
      `${formatBackupAmount(restoredAmount)} are back from ${file}:\n${formatAmountLines(restoredAmount)}`,
      ...keptDecisionReportLines,
      ...(erasedRowCount > 0 ? [`Erased again, as before the restore: ${erasedRowCount} rows.`] : []),
    ].join('\n');
  });
});
