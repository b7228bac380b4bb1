import type { CertificateClaims } from './certificates.constants.ts';

/** The claims in the order in which they are signed. The fragment leaves out `jti`, the code: the path has it. */
const claimNames = ['iss', 'jti', 'num', 'sub', 'prg', 'hrs', 'frm', 'to', 'res', 'iat'] as const;
const numericClaims: readonly string[] = ['hrs', 'iat'];

const KID_BYTES = 6;
const SIGNATURE_BYTES = 64;

/**
 * The signed text as decimal digits: claims, signature, key id. A QR code needs 3.3 bits for a digit, and 8 for
 * a letter of a JWS. A text that cannot be restored exactly stays a JWS.
 */
export function toFragment(jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const { kid } = parsePart<{ kid: string }>(header);
  const claims = parsePart<CertificateClaims>(payload);
  const texts = claimNames.map((name) => (name === 'jti' ? '' : String(claims[name] ?? '')));
  const text = new TextEncoder().encode(texts.join('\n'));
  const digits = BigInt(`0x${[text, toBytes(signature), toBytes(kid)].map(toHex).join('')}`).toString();
  return readFragment(digits, claims.jti) === jws ? digits : jws;
}

/** The JWS behind the `#` of a certificate's address; `code` is that of the address. Undefined for other fragments. */
export function readFragment(fragment: string, code: string): string | undefined {
  const text = fragment.replace(/^#/, '');
  if (/^\d{200,5000}$/.test(text)) return restoreJws(text, code);
  // The form of papers that were printed earlier
  return text.split('.').length === 3 ? text : undefined;
}

function restoreJws(digits: string, code: string): string {
  const pairs = BigInt(digits).toString(16).match(/../g) ?? [];
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  const signatureStart = bytes.length - KID_BYTES - SIGNATURE_BYTES;
  const texts = new TextDecoder().decode(bytes.subarray(0, signatureStart)).split('\n');
  const claims = claimNames.flatMap((name, place) => {
    const text = name === 'jti' ? code : texts[place];
    return text ? [[name, numericClaims.includes(name) ? Number(text) : text]] : [];
  });
  const toPart = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  const kid = toBase64Url(bytes.subarray(-KID_BYTES));
  const signature = toBase64Url(bytes.subarray(signatureStart, -KID_BYTES));
  return [toPart({ alg: 'ES256', kid }), toPart(Object.fromEntries(claims)), signature].join('.');
}

export const toBytes = (base64Url: string): Uint8Array<ArrayBuffer> =>
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

/** A part of a JWS. */
export const parsePart = <T>(part: string): T => JSON.parse(new TextDecoder().decode(toBytes(part)));
