import type { CertificateClaims } from './certificates.constants.ts';

/**
 * Names of the claims in the order in which they are signed. The fragment has no `jti`, because that code is in the
 * path.
 */
const claimNames = ['iss', 'jti', 'num', 'sub', 'prg', 'hrs', 'frm', 'to', 'res', 'iat'] as const;
const numericClaims: readonly string[] = ['hrs', 'iat'];

const KEY_ID_BYTES = 6;
const SIGNATURE_BYTES = 64;

/**
 * Writes the signed text as decimal digits: claims, signature, key id. In a QR code a digit needs 3.3 bits, and a
 * letter of a JWS 8. A text that cannot be restored exactly stays a JWS.
 */
export function toFragment(jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const { kid } = parseJwsPart<{ kid: string }>(header);
  const jwsClaims = parseJwsPart<CertificateClaims>(payload);
  const claimTexts = claimNames.map((name) => (name === 'jti' ? '' : String(jwsClaims[name] ?? '')));
  const claimBytes = new TextEncoder().encode(claimTexts.join('\n'));
  const fragmentDigits = BigInt(
    `0x${[claimBytes, decodeBase64Url(signature), decodeBase64Url(kid)].map(toHex).join('')}`,
  ).toString();
  return readFragment(fragmentDigits, jwsClaims.jti) === jws ? fragmentDigits : jws;
}

/**
 * Restores the JWS from the part of a certificate's address behind `#`. `code` is the code in the address. Undefined
 * for other fragments.
 */
export function readFragment(fragment: string, code: string): string | undefined {
  const fragmentText = fragment.replace(/^#/, '');
  if (/^\d{200,5000}$/.test(fragmentText)) return restoreJws(fragmentText, code);
  // Papers that were printed earlier have the JWS itself
  return fragmentText.split('.').length === 3 ? fragmentText : undefined;
}

function restoreJws(digits: string, code: string): string {
  const hexPairs = BigInt(digits).toString(16).match(/../g) ?? [];
  const bytes = Uint8Array.from(hexPairs, (pair) => Number.parseInt(pair, 16));
  const signatureStart = bytes.length - KEY_ID_BYTES - SIGNATURE_BYTES;
  const signedClaimTexts = new TextDecoder().decode(bytes.subarray(0, signatureStart)).split('\n');
  const claims = claimNames.flatMap((name, place) => {
    const text = name === 'jti' ? code : signedClaimTexts[place];
    return text ? [[name, numericClaims.includes(name) ? Number(text) : text]] : [];
  });
  const toJwsPart = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  const keyId = toBase64Url(bytes.subarray(-KEY_ID_BYTES));
  const signature = toBase64Url(bytes.subarray(signatureStart, -KEY_ID_BYTES));
  return [toJwsPart({ alg: 'ES256', kid: keyId }), toJwsPart(Object.fromEntries(claims)), signature].join(
    '.',
  );
}

export const decodeBase64Url = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Parses one part of a JWS. */
export const parseJwsPart = <T>(part: string): T =>
  JSON.parse(new TextDecoder().decode(decodeBase64Url(part)));
