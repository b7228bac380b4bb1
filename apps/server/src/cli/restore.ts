import { resolve } from 'node:path';
import { restoreBackup } from '../database/restore.ts';
import { runTool } from './tool.ts';

await runTool('Usage: npm run restore -- FILE  (replaces everything there is)', async (db, config, file) => {
  const { rows, uploads } = await restoreBackup(db.connection, config.dataDir, resolve(file));
  return `${rows} rows and ${uploads} uploaded files are back from ${file}.`;
});
