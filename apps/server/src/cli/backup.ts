import { resolve } from 'node:path';
import { TableNotFoundException } from '@mikro-orm/core';
import { openStoredFiles } from '../composition/stored-files.ts';
import { writeBackup } from '../database/backup/backup.ts';
import { recordBackup } from '../modules/office/installation/backup.service.ts';
import { formatAmountLines, formatBackupAmount, readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE = 'Usage: npm run backup -- FILE [--allow-missing]  (goes on when uploaded files are missing)';

await runCommand(() => {
  const { file, 'allow-missing': allowMissing } = readOptions(
    USAGE,
    { 'allow-missing': { type: 'boolean', default: false } },
    1,
  );
  return withToolDatabase({ installation: true, onlyReads: true }, async (db, config) => {
    const backedUpAmount = await writeBackup(db.connection, openStoredFiles(config), resolve(file), {
      allowMissing,
    });
    await recordBackup({ em: db.orm.em.fork(), now: () => new Date() }, backedUpAmount).catch((error) => {
      // A database of an older version does not have this table
      if (!(error instanceof TableNotFoundException)) throw error;
    });
    return `${file} holds ${formatBackupAmount(backedUpAmount)}:\n${formatAmountLines(backedUpAmount)}`;
  });
});
