import { resolve } from 'node:path';
import { writeBackup } from '../database/backup.ts';
import { runTool } from './tool.ts';

await runTool('Usage: npm run backup -- FILE', async (db, config, file) => {
  const { rows, uploads } = await writeBackup(db.connection, config.dataDir, resolve(file));
  return `${file} holds ${rows} rows and ${uploads} uploaded files.`;
});
