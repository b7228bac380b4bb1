import { parsePart, readFragment, toBytes } from '@institute/contract/certificate-fragment';
import type { CertificateClaims } from '@institute/contract/certificates.constants';

// The page loads this file alone, and the service worker has it too, so it imports no more.

export type PublicKey = JsonWebKey & { kid: string };

export const keysPath = '/.well-known/jwks.json';

const ecdsaParameters = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** `unknown key`: the institute may have made it with a newer key than these. */
export async function verifySignature(
  jws: string,
  keys: readonly PublicKey[],
): Promise<CertificateClaims | 'forged' | 'unknown key'> {
  try {
    const [header = '', payload = '', signature = ''] = jws.split('.');
    const { alg, kid } = parsePart<{ alg: string; kid: string }>(header);
    if (alg !== 'ES256') return 'forged';
    const jwk = keys.find((one) => one.kid === kid);
    if (!jwk) return 'unknown key';
    const key = await crypto.subtle.importKey('jwk', jwk, ecdsaParameters, false, ['verify']);
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    const isRight = await crypto.subtle.verify(ecdsaParameters, key, toBytes(signature), signed);
    return isRight ? parsePart<CertificateClaims>(payload) : 'forged';
  } catch {
    return 'forged';
  }
}

/** The address of the site may have changed since. */
function isSameCertificate(one: CertificateClaims, other: CertificateClaims): boolean {
  const toText = ({ iss: _, ...claims }: CertificateClaims) =>
    JSON.stringify(Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1)));
  return toText(one) === toText(other);
}

/**
 * Whether the institute has signed exactly what the page says. Undefined without a signature in the address, and
 * while the keys are not to be had.
 */
export async function checkSignature(
  fragment: string,
  expected: CertificateClaims,
): Promise<boolean | undefined> {
  const jws = readFragment(fragment, expected.jti);
  // `subtle` is absent on a page without https
  if (!jws || !crypto.subtle) return undefined;
  const answer = await fetch(keysPath, { cache: 'no-cache' }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const { keys } = (await answer.json()) as { keys: PublicKey[] };
  const claims = await verifySignature(jws, keys);
  return typeof claims === 'object' && isSameCertificate(claims, expected);
}
