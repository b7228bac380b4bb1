import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Ctx } from '../../../context.ts';
import { declareSecretColumn } from '../../../crypto/sealed-columns.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { FingerprintKeyEntity } from './fingerprint-key.entity.ts';

/**
 * Key of the hashes of numbers that sent STOP and of addresses that left the newsletter. The hashes cannot be
 * computed again without the numbers, so the key is never replaced.
 */
export const fingerprintKeyColumn = declareSecretColumn('fingerprint_keys', 'secret', {
  words: 'the key of fingerprints',
});

const ONLY_ROW_ID = 1;
const insertKeySql = (secret: string) =>
  `insert into fingerprint_keys (id, secret) ${secret} on conflict (id) do update
   set secret = excluded.secret where fingerprint_keys.secret is null`;

type FingerprintSettings = Pick<Ctx['config'], 'authSecret' | 'dataKeys'>;
export type FingerprintCtx = Pick<Ctx, 'em'> & { config: Pick<Ctx['config'], 'dataKeys'> };

export async function openFingerprintFunction(
  ctx: FingerprintCtx,
  purpose: 'newsletter address' | 'sms number',
): Promise<(text: string) => string> {
  const fingerprintSecret = (await readFingerprintKey(ctx)) ?? (await makeFingerprintKey(ctx));
  return (text) => deriveSecret({ authSecret: fingerprintSecret }, purpose, text);
}

async function readFingerprintKey({ em, config }: FingerprintCtx): Promise<string | undefined> {
  const row = await em.findOne(FingerprintKeyEntity, { id: ONLY_ROW_ID }, { disableIdentityMap: true });
  if (!row?.secret) return undefined;
  const secret = fingerprintKeyColumn.open(config.dataKeys, ONLY_ROW_ID, row.secret);
  // Without the key, SMS would be sent to people who sent STOP
  if (secret === null) throw new Error('The key of fingerprints cannot be opened');
  return secret;
}

async function makeFingerprintKey(ctx: FingerprintCtx): Promise<string> {
  const secret = fingerprintKeyColumn.seal(
    ctx.config.dataKeys,
    ONLY_ROW_ID,
    randomBytes(48).toString('base64url'),
  );
  // Stored outside the caller's transaction, so that others do not wait for its end
  await ctx.em.fork().execute(insertKeySql('values (?, ?)'), [ONLY_ROW_ID, secret]);
  const storedSecret = await readFingerprintKey(ctx);
  if (!storedSecret) throw new Error('The key of fingerprints was not stored');
  return storedSecret;
}

/** A backup from before the first STOP has no key. Returns a function that puts the current key into a restore. */
export async function preserveFingerprintKey(client: Pick<pg.Client, 'query'>): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ secret: string }>(
    'select secret from fingerprint_keys where secret is not null',
  );
  const secret = rows[0]?.secret;
  return async () => {
    if (secret) await client.query(insertKeySql('values ($1, $2)'), [ONLY_ROW_ID, secret]);
  };
}

/**
 * Earlier versions made fingerprints with `AUTH_SECRET`. That value stays the key of fingerprints, even when
 * `AUTH_SECRET` is changed.
 */
export async function storeRestoredKey(
  client: Pick<pg.Client, 'query'>,
  { authSecret, dataKeys }: FingerprintSettings,
): Promise<void> {
  const secret = fingerprintKeyColumn.seal(dataKeys, ONLY_ROW_ID, authSecret);
  await client.query(
    insertKeySql(`select $1, $2 where exists (select from sms_numbers)
       or exists (select from subscribers where left_hash is not null)`),
    [ONLY_ROW_ID, secret],
  );
}
