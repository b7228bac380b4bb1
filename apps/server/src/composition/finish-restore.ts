import type { Config } from '../config/config.ts';
import { contextWithoutCaller } from '../context.ts';
import { openChangeNotices } from '../database/changes.ts';
import type { OpenedDatabase } from '../database/open.ts';
import { openLog } from '../log.ts';
import { eraseAgain } from '../modules/office/privacy/erase-again.service.ts';
import { makePasswordChecker } from '../modules/platform/accounts/password.ts';
import { openPaymentProvider } from '../modules/platform/payments/payment-provider.ts';
import { readRows } from '../sql.ts';
import { messageKinds } from './messages.ts';
import { contentInfos } from './resources.ts';

type RestoreParts = { config: Config; db: Pick<OpenedDatabase, 'orm' | 'connection'> };

/**
 * Repeats erasures after a restore. It also runs at every start, because a process may have ended right after the
 * commit of a restore. Returns the number of repeated erasures.
 */
export async function finishRestore({ config, db: { orm, connection } }: RestoreParts): Promise<number> {
  const em = orm.em.fork();
  if ((await readRows(em, {})('select from erasures where is_due limit 1')).length === 0) return 0;
  const restoreErrorLog = openLog('error');
  const changeNotices = openChangeNotices(connection, restoreErrorLog);
  try {
    return await eraseAgain({
      config,
      log: restoreErrorLog,
      changes: changeNotices,
      messageKinds,
      content: contentInfos,
      payments: openPaymentProvider(config, fetch),
      passwords: makePasswordChecker(),
      em,
      ...contextWithoutCaller,
      now: () => new Date(),
    });
  } finally {
    await changeNotices.close();
  }
}
