import type pg from 'pg';
import { preserveErasures } from '../modules/office/privacy/erasure-record.service.ts';
import { endAllSessions } from '../modules/platform/accounts/account-secrets.ts';
import { endInvitations, listActiveAccounts } from '../modules/platform/accounts/restored-access.ts';
import { revokeAllKeys } from '../modules/platform/api-keys/restored-keys.ts';
import { preserveStops } from '../modules/platform/outbox/kept-stops.ts';
import { preserveFingerprintKey } from '../modules/platform/suppression/fingerprint.service.ts';
import { preserveUnsubscriptions } from '../modules/school/newsletter/kept-unsubscriptions.ts';

type Client = Pick<pg.Client, 'query'>;

/** Reads what a restore must not bring back. What it returns runs after the restore, and says what was done. */
export async function preserveDecisions(
  client: Client,
  { keepKeys }: { keepKeys: boolean },
): Promise<() => Promise<string[]>> {
  // Until the restore has replaced them, nobody may add to them
  await client.query('lock table sms_numbers, subscribers, erasures in share mode');
  const before = new Set((await listActiveAccounts(client)).map(({ email }) => email));
  const writeFingerprintKey = await preserveFingerprintKey(client);
  const writeStops = await preserveStops(client);
  const writeOthers = [await preserveUnsubscriptions(client), await preserveErasures(client)];
  return async () => {
    // The key first: the others are hashed with it
    await writeFingerprintKey();
    const stops = await writeStops();
    for (const writeRows of writeOthers) await writeRows();
    await endAllSessions((sql) => client.query(sql));
    const invitations = await endInvitations(client);
    const keys = keepKeys ? [] : await revokeAllKeys(client);
    const accounts = (await listActiveAccounts(client)).map(({ email, isOwner }) => {
      const isBack = before.size > 0 && !before.has(email);
      return `  ${email}${isOwner ? ' (owner)' : ''}${isBack ? ': could not sign in before the restore' : ''}`;
    });
    return [
      `Invitations that ended: ${invitations.join(', ') || 'none'}.`,
      `API keys that ended: ${keys.join(', ') || 'none'}.`,
      `Phones that said STOP before the restore, and stay stopped: ${stops}.`,
      'These accounts can sign in now:',
      ...accounts,
    ];
  };
}
