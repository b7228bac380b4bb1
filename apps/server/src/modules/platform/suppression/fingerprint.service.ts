import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Ctx } from '../../../context.ts';
import { declareSecretColumn } from '../../../crypto/sealed-columns.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { FingerprintKeyEntity } from './fingerprint-key.entity.ts';

/**
 * Keyed hashes of numbers that said STOP and of addresses that left the newsletter. Nobody can compute them
 * again, so their key has no other use and is never replaced.
 */
export const fingerprintKey = declareSecretColumn('fingerprint_keys', 'secret', {
  words: 'the key of fingerprints',
});

const ONLY_ROW = 1;
const insertKeySql = (secret: string) =>
  `insert into fingerprint_keys (id, secret) ${secret} on conflict (id) do update
   set secret = excluded.secret where fingerprint_keys.secret is null`;

type Settings = Pick<Ctx['config'], 'authSecret' | 'dataKeys'>;
export type FingerprintCtx = Pick<Ctx, 'em'> & { config: Pick<Ctx['config'], 'dataKeys'> };

export async function openFingerprints(
  ctx: FingerprintCtx,
  purpose: 'newsletter address' | 'sms number',
): Promise<(text: string) => string> {
  const secret = (await readKey(ctx)) ?? (await makeKey(ctx));
  return (text) => deriveSecret({ authSecret: secret }, purpose, text);
}

async function readKey({ em, config }: FingerprintCtx): Promise<string | undefined> {
  const row = await em.findOne(FingerprintKeyEntity, { id: ONLY_ROW }, { disableIdentityMap: true });
  if (!row?.secret) return undefined;
  const secret = fingerprintKey.open(config.dataKeys, ONLY_ROW, row.secret);
  // Going on would send SMS to people who said STOP
  if (secret === null) throw new Error('The key of fingerprints cannot be opened');
  return secret;
}

async function makeKey(ctx: FingerprintCtx): Promise<string> {
  const secret = fingerprintKey.seal(ctx.config.dataKeys, ONLY_ROW, randomBytes(48).toString('base64url'));
  // Outside the caller's transaction, so that nobody waits for its end
  await ctx.em.fork().execute(insertKeySql('values (?, ?)'), [ONLY_ROW, secret]);
  const stored = await readKey(ctx);
  if (!stored) throw new Error('The key of fingerprints was not stored');
  return stored;
}

/** A backup from before the first STOP has no key. Returns a function that puts the current key into a restore. */
export async function preserveFingerprintKey(client: Pick<pg.Client, 'query'>): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ secret: string }>(
    'select secret from fingerprint_keys where secret is not null',
  );
  const secret = rows[0]?.secret;
  return async () => {
    if (secret) await client.query(insertKeySql('values ($1, $2)'), [ONLY_ROW, secret]);
  };
}

/**
 * Earlier versions made fingerprints with `AUTH_SECRET`. It stays their key, also when it is replaced
 * elsewhere.
 */
export async function storeRestoredKey(
  client: Pick<pg.Client, 'query'>,
  { authSecret, dataKeys }: Settings,
): Promise<void> {
  const secret = fingerprintKey.seal(dataKeys, ONLY_ROW, authSecret);
  await client.query(
    insertKeySql(`select $1, $2 where exists (select from sms_numbers)
       or exists (select from subscribers where left_hash is not null)`),
    [ONLY_ROW, secret],
  );
}
