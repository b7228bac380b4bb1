import { resolve } from 'node:path';
import type pg from 'pg';
import { prepareDatabase, sealingWith } from '../composition/prepare-database.ts';
import { restoreBackup } from '../database/backup/restore.ts';
import { endAllSessions } from '../modules/accounts/account-secrets.ts';
import { adoptFingerprintKey } from '../modules/fingerprints/fingerprint.service.ts';
import { storedFiles } from '../modules/uploads/storage.service.ts';
import { amountLines, amountText, readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE =
  'Usage: npm run restore -- FILE [--erase-lost] [--allow-missing]  (replaces everything there is; erases answers whose data key is lost; goes on when uploaded files are missing)';

await runCommand(() => {
  const flag = { type: 'boolean', default: false } as const;
  const {
    file,
    'erase-lost': eraseLost,
    'allow-missing': allowMissing,
  } = readOptions(USAGE, { 'erase-lost': flag, 'allow-missing': flag }, 1);
  return withToolDatabase({ writesFiles: true }, async ({ connection }, config) => {
    const target = {
      connection,
      files: storedFiles(config),
      sealing: sealingWith(config.dataKeys),
      afterwards: async (client: Pick<pg.Client, 'query'>) => {
        // Those that ended after the backup was made must not come back
        await endAllSessions((sql) => client.query(sql));
        await adoptFingerprintKey(client, config);
      },
    };
    const amount = await restoreBackup(target, resolve(file), { eraseLost, allowMissing });
    // Encrypts what an older version stored as plain text; a start would do it too
    await prepareDatabase(config, connection);
    return `${amountText(amount)} are back from ${file}:\n${amountLines(amount)}`;
  });
});
