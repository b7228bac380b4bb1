import { decodeBase64Url, parseJwsPart, readFragment } from '@institute/contract/certificate-fragment';
import type { CertificateClaims } from '@institute/contract/certificates.constants';

// This file imports nothing else, because the page and the service worker both load it.

export type PublicKey = JsonWebKey & { kid: string };

export const keysPath = '/.well-known/jwks.json';

const ecdsaParameters = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/**
 * Verifies a signature. `unknown key` means that the institute may have signed with a newer key than these.
 */
export async function verifySignature(
  jws: string,
  keys: readonly PublicKey[],
): Promise<CertificateClaims | 'forged' | 'unknown key'> {
  try {
    const [header = '', payload = '', signature = ''] = jws.split('.');
    const { alg, kid } = parseJwsPart<{ alg: string; kid: string }>(header);
    if (alg !== 'ES256') return 'forged';
    const publicJwk = keys.find((one) => one.kid === kid);
    if (!publicJwk) return 'unknown key';
    const verifyingKey = await crypto.subtle.importKey('jwk', publicJwk, ecdsaParameters, false, ['verify']);
    const signedBytes = new TextEncoder().encode(`${header}.${payload}`);
    const isSignatureRight = await crypto.subtle.verify(
      ecdsaParameters,
      verifyingKey,
      decodeBase64Url(signature),
      signedBytes,
    );
    return isSignatureRight ? parseJwsPart<CertificateClaims>(payload) : 'forged';
  } catch {
    return 'forged';
  }
}

/** Compares certificates without the site's address, which may have changed since the signature. */
function isSameCertificate(one: CertificateClaims, other: CertificateClaims): boolean {
  const toComparableText = ({ iss: _, ...claims }: CertificateClaims) =>
    JSON.stringify(Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1)));
  return toComparableText(one) === toComparableText(other);
}

/**
 * Returns whether the institute has signed exactly what the page says. Undefined when the address has no
 * signature, or when the keys cannot be loaded.
 */
export async function checkSignature(
  fragment: string,
  expected: CertificateClaims,
): Promise<boolean | undefined> {
  const signedCertificate = readFragment(fragment, expected.jti);
  // `subtle` is absent on a page without https
  if (!signedCertificate || !crypto.subtle) return undefined;
  const publicKeysResponse = await fetch(keysPath, { cache: 'no-cache' }).catch(() => undefined);
  if (!publicKeysResponse?.ok) return undefined;
  const { keys } = (await publicKeysResponse.json()) as { keys: PublicKey[] };
  const verifiedClaims = await verifySignature(signedCertificate, keys);
  return typeof verifiedClaims === 'object' && isSameCertificate(verifiedClaims, expected);
}
