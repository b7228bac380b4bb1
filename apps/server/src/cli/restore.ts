import { resolve } from 'node:path';
import { restoreBackup } from '../database/restore.ts';
import { runTool } from './tool.ts';

const ERASE_LOST = '--erase-lost';
const eraseLost = process.argv.includes(ERASE_LOST);

const USAGE =
  'Usage: npm run restore -- FILE [--erase-lost]  (replaces everything there is; erases answers whose data key is lost)';

await runTool(
  USAGE,
  async (db, { dataDir, dataKeys }, file) => {
    const target = { connection: db.connection, dataDir, dataKeys };
    const { rows, uploads } = await restoreBackup(target, resolve(file), { eraseLost });
    return `${rows} rows and ${uploads} uploaded files are back from ${file}.`;
  },
  [ERASE_LOST],
);
