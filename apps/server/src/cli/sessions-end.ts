import { contextWithoutCaller } from '../context.ts';
import { recordAccountActivity } from '../modules/platform/accounts/account.service.ts';
import { endAllSessions } from '../modules/platform/accounts/account-secrets.ts';
import { runInTransaction } from '../transaction.ts';
import { readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE = 'Usage: npm run sessions:end  (signs every account out on every device)';

await runCommand(() => {
  readOptions(USAGE, {});
  return withToolDatabase({ installation: true }, async ({ orm }) => {
    await runInTransaction({ em: orm.em.fork() }, async ({ em }) => {
      await endAllSessions(async (sql) => void (await em.execute(sql)));
      const tx = { ...contextWithoutCaller, em, now: () => new Date() };
      await recordAccountActivity(tx, 'update', null, 'Ended all sessions from the command line');
    });
    return 'Every session has ended: everybody signs in again. Links for a new password and to sign in have ended too.';
  });
});
