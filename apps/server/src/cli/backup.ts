import { resolve } from 'node:path';
import { TableNotFoundException } from '@mikro-orm/core';
import { writeBackup } from '../database/backup.ts';
import { recordBackup } from '../modules/installation/backup.service.ts';
import { storedFiles } from '../modules/uploads/storage.service.ts';
import { amountLines, amountText, runTool } from './tool.ts';

const ALLOW_MISSING = '--allow-missing';

await runTool(
  `Usage: npm run backup -- FILE [${ALLOW_MISSING}]  (goes on when files of pictures are missing)`,
  async (db, config, { file, has }) => {
    const options = { allowMissing: has(ALLOW_MISSING) };
    const amount = await writeBackup(db.connection, storedFiles(config), resolve(file), options);
    await recordBackup({ em: db.orm.em.fork(), now: () => new Date() }, amount).catch((error) => {
      // an older version has no such table
      if (!(error instanceof TableNotFoundException)) throw error;
    });
    return `${file} holds ${amountText(amount)}:\n${amountLines(amount)}`;
  },
  { options: [ALLOW_MISSING], installation: true, onlyReads: true },
);
