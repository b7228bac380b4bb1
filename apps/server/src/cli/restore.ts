import { resolve } from 'node:path';
import { sealingWith } from '../composition/prepare-database.ts';
import { restoreBackup } from '../database/restore.ts';
import { endRestoredSessions } from '../modules/accounts/account-secrets.ts';
import { storedFiles } from '../modules/uploads/storage.service.ts';
import { amountLines, amountText, runTool } from './tool.ts';

const ERASE_LOST = '--erase-lost';
const ALLOW_MISSING = '--allow-missing';

await runTool(
  `Usage: npm run restore -- FILE [${ERASE_LOST}] [${ALLOW_MISSING}]  (replaces everything there is; erases answers whose data key is lost; goes on when files of pictures are missing)`,
  async (db, config, { file, has }) => {
    const sealing = sealingWith(config.dataKeys);
    const target = {
      connection: db.connection,
      files: storedFiles(config),
      sealing,
      afterwards: endRestoredSessions,
    };
    const options = { eraseLost: has(ERASE_LOST), allowMissing: has(ALLOW_MISSING) };
    const amount = await restoreBackup(target, resolve(file), options);
    return `${amountText(amount)} are back from ${file}:\n${amountLines(amount)}`;
  },
  { options: [ERASE_LOST, ALLOW_MISSING], writesFiles: true },
);
