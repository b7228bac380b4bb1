import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Ctx, TxCtx } from '../../../context.ts';
import { declareSecretColumn } from '../../../crypto/sealed-columns.ts';
import { SigningKeyEntity, type SigningKeyRow } from './signing-key.entity.ts';

const signingAlgorithm = 'ES256';
const KID_LENGTH = 8;

/** Private keys. A key whose data key is lost no longer signs. Its public key still verifies. */
export const signingSecret = {
  ...declareSecretColumn('signing_keys', 'secret', { words: 'the keys that sign certificates' }),
  whenErased: 'until = coalesce(until, now())',
};

type CredentialClaims = Record<string, unknown>;
export type SignClaims = (
  claims: CredentialClaims,
  header?: { kid: (id: string) => string; typ: string },
) => Promise<string>;

type KeyCtx = Pick<TxCtx, 'em' | 'now'> & { config: Pick<Ctx['config'], 'dataKeys'> };

/** Opens the current key, which another process may have made. Makes the first key if there is none. */
export async function openSigner(tx: KeyCtx): Promise<SignClaims> {
  const { id, secret } = (await findCurrentKey(tx)) ?? (await makeFirstKey(tx));
  const privateKeyJson = signingSecret.open(tx.config.dataKeys, id, secret ?? '');
  if (privateKeyJson === null) throw new Error('The key that signs certificates cannot be opened');
  const importedKey = await importJWK(JSON.parse(privateKeyJson) as JWK, signingAlgorithm);
  return (claims, { kid, typ } = { kid: (plain) => plain, typ: '' }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: signingAlgorithm, kid: kid(id), ...(typ && { typ }) })
      .sign(importedKey);
}

const findCurrentKey = ({ em }: Pick<KeyCtx, 'em'>): Promise<SigningKeyRow | null> =>
  em.findOne(SigningKeyEntity, { until: null }, { disableIdentityMap: true });

async function makeFirstKey(tx: KeyCtx): Promise<SigningKeyRow> {
  await lockKeys(tx);
  // Another transaction may have made the first key while this one waited for the lock
  return (await findCurrentKey(tx)) ?? (await insertKey(tx));
}

const lockKeys = ({ em }: Pick<KeyCtx, 'em'>) =>
  em.execute('lock table signing_keys in share row exclusive mode');

async function insertKey({ em, now, config }: KeyCtx): Promise<SigningKeyRow> {
  const { privateKey, publicKey: generated } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const publicKey = await exportJWK(generated);
  const keyId = (await calculateJwkThumbprint(publicKey)).slice(0, KID_LENGTH);
  const sealedPrivateKey = signingSecret.seal(
    config.dataKeys,
    keyId,
    JSON.stringify(await exportJWK(privateKey)),
  );
  const row = { id: keyId, publicKey, secret: sealedPrivateKey, from: now(), until: null };
  await em.insert(SigningKeyEntity, row);
  return row;
}

/** Replaces the key for new signatures and returns its id. Certificates of earlier keys stay valid. */
export async function rotateSigningKey(tx: KeyCtx): Promise<string> {
  await lockKeys(tx);
  await tx.em.nativeUpdate(SigningKeyEntity, { until: null }, { until: tx.now() });
  return (await insertKey(tx)).id;
}

export async function readPublicKeys({ em }: Pick<Ctx, 'em'>): Promise<JWK[]> {
  const rows = await em.find(
    SigningKeyEntity,
    {},
    { fields: ['publicKey'], orderBy: { from: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  return rows.map(({ id: kid, publicKey: { kty, crv, x, y } }) => ({
    kty,
    crv,
    x,
    y,
    kid,
    use: 'sig',
    alg: signingAlgorithm,
  })) as JWK[];
}
