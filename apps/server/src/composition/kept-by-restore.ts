import type pg from 'pg';
import { preserveErasures } from '../modules/office/privacy/erasure-record.service.ts';
import { endAllSessions } from '../modules/platform/accounts/account-secrets.ts';
import { endAllInvitations, listActiveAccounts } from '../modules/platform/accounts/restored-access.ts';
import { revokeAllKeys } from '../modules/platform/api-keys/restored-keys.ts';
import { preserveStoppedNumbers } from '../modules/platform/outbox/kept-stops.ts';
import { preserveFingerprintKey } from '../modules/platform/suppression/fingerprint.service.ts';
import { preserveUnsubscriptions } from '../modules/school/newsletter/kept-unsubscriptions.ts';

type QueryClient = Pick<pg.Client, 'query'>;

/**
 * Reads decisions that a restore must not undo, such as unsubscriptions. Returns a function that writes them back
 * after the restore, and returns lines on what was done.
 */
export async function preserveDecisions(
  client: QueryClient,
  { keepKeys }: { keepKeys: boolean },
): Promise<() => Promise<string[]>> {
  // Nobody may add rows to these tables until the restore has replaced them
  await client.query('lock table sms_numbers, subscribers, erasures in share mode');
  const accountsBefore = new Set((await listActiveAccounts(client)).map(({ email }) => email));
  const writeFingerprintKey = await preserveFingerprintKey(client);
  const writeSmsStops = await preserveStoppedNumbers(client);
  const decisionWriters = [await preserveUnsubscriptions(client), await preserveErasures(client)];
  return async () => {
    // The key comes first, because the other values are hashed with it
    await writeFingerprintKey();
    const keptStopCount = await writeSmsStops();
    for (const writeKeptDecisions of decisionWriters) await writeKeptDecisions();
    await endAllSessions((sql) => client.query(sql));
    const endedInvitations = await endAllInvitations(client);
    const revokedKeys = keepKeys ? [] : await revokeAllKeys(client);
    const activeAccountLines = (await listActiveAccounts(client)).map(({ email, isOwner }) => {
      const hasRegainedAccess = accountsBefore.size > 0 && !accountsBefore.has(email);
      return `  ${email}${isOwner ? ' (owner)' : ''}${hasRegainedAccess ? ': could not sign in before the restore' : ''}`;
    });
    return [
      `Invitations that ended: ${endedInvitations.join(', ') || 'none'}.`,
      `API keys that ended: ${revokedKeys.join(', ') || 'none'}.`,
      `Phones that said STOP before the restore, and stay stopped: ${keptStopCount}.`,
      'These accounts can sign in now:',
      ...activeAccountLines,
    ];
  };
}
