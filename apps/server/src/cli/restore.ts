import { resolve } from 'node:path';
import { keepDecisions } from '../composition/kept-by-restore.ts';
import { messageKinds } from '../composition/messages.ts';
import { prepareDatabase, sealingWith } from '../composition/prepare-database.ts';
import { contentInfos } from '../composition/resources.ts';
import type { Config } from '../config.ts';
import { restoreBackup } from '../database/backup/restore.ts';
import { openChanges } from '../database/changes.ts';
import type { Database } from '../database/open.ts';
import { openLog } from '../log.ts';
import { openPasswords } from '../modules/accounts/password.ts';
import { adoptFingerprintKey } from '../modules/fingerprints/fingerprint.service.ts';
import { paymentProvider } from '../modules/payments/payment-provider.ts';
import { eraseAgain } from '../modules/privacy/erase-again.service.ts';
import { storedFiles } from '../modules/uploads/storage.service.ts';
import { amountLines, amountText, readOptions, runCommand, withToolDatabase } from './tool.ts';

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
    let finish: Awaited<ReturnType<typeof keepDecisions>> | undefined;
    let told: string[] = [];
    const target: Parameters<typeof restoreBackup>[0] = {
      connection,
      files: storedFiles(config),
      sealing: sealingWith(config.dataKeys),
      beforehand: async (client) => {
        finish = await keepDecisions(client);
      },
      afterwards: async (client) => {
        told = (await finish?.({ keepKeys })) ?? [];
        await adoptFingerprintKey(client, config);
      },
    };
    const amount = await restoreBackup(target, resolve(file), { eraseLost, allowMissing });
    // Encrypts what an older version stored as plain text; a start would do it too
    await prepareDatabase(config, connection);
    const erased = await eraseInTool(db, config);
    return [
      `${amountText(amount)} are back from ${file}:\n${amountLines(amount)}`,
      ...told,
      ...(erased > 0 ? [`Erased again, as before the restore: ${erased} rows.`] : []),
    ].join('\n');
  });
});

async function eraseInTool({ orm, connection }: Database, config: Config): Promise<number> {
  const log = openLog('error');
  const changes = openChanges(connection, log);
  try {
    return await eraseAgain({
      config,
      log,
      changes,
      messageKinds,
      content: contentInfos,
      payments: paymentProvider(config, fetch),
      passwords: openPasswords(),
      em: orm.em.fork(),
      actor: null,
      origin: { ipAddress: null, userAgent: null },
      now: () => new Date(),
    });
  } finally {
    await changes.close();
  }
}
