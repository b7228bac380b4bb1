import { resolve } from 'node:path';
import { writeBackup } from '../database/backup.ts';
import { storedFiles } from '../modules/uploads/stored-files.ts';
import { amountLines, amountText } from './amount-lines.ts';
import { runTool } from './tool.ts';

const ALLOW_MISSING = '--allow-missing';

await runTool(
  `Usage: npm run backup -- FILE [${ALLOW_MISSING}]  (goes on when files of pictures are missing)`,
  async (db, config, { file, has }) => {
    const options = { allowMissing: has(ALLOW_MISSING) };
    const amount = await writeBackup(db.connection, storedFiles(config), resolve(file), options);
    return `${file} holds ${amountText(amount)}:\n${amountLines(amount)}`;
  },
  [ALLOW_MISSING],
);
