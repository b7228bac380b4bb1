import { expect, test } from 'vitest';
import { readFragment, toBase64Url, toFragment } from './certificate-fragment.ts';
import { toClaims } from './certificates.constants.ts';

const lines = {
  code: '7KQ2M9XHT4WZ',
  number: 'CERT-2027-000101',
  holder: 'Ann Example',
  program: 'Tailoring',
  hours: 480,
  from: '2027-02-01',
  to: '2027-06-30',
  result: 'Distinction',
  issuedOn: '2027-07-02',
};
const toPart = (part: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(part)));
const signature = Uint8Array.from({ length: 64 }, (_, place) => place);
const toJws = (payload: object, header: object = { alg: 'ES256', kid: '_-bcdefg' }) =>
  [toPart(header), toPart(payload), toBase64Url(signature)].join('.');

test.each([
  {},
  { holder: 'ሃና ተስፋዬ ገብረ', program: 'Zoë’s “Ŋŋ”' },
  { hours: null, from: null, to: null, result: null },
  { holder: '\u0000"\\' },
])('digits give the signed text back, byte by byte: %j', (changes) => {
  const jws = toJws(toClaims({ ...lines, ...changes }, 'https://institute.example'));
  const digits = toFragment(jws);
  expect(digits).toMatch(/^\d+$/);
  expect(readFragment(`#${digits}`, lines.code)).toBe(jws);
});

test('a text that digits could not give back stays as it is, and is read as on older papers', () => {
  const claims = toClaims(lines, 'https://institute.example');
  const odd = [
    toJws({ ...claims, sub: 'Ann\nExample' }),
    toJws({ ...claims, more: 1 }),
    toJws(claims, { kid: '_-bcdefg', alg: 'ES256' }),
  ];
  for (const jws of odd) {
    expect(toFragment(jws)).toBe(jws);
    expect(readFragment(`#${jws}`, lines.code)).toBe(jws);
  }
});

test.each(['', '#', '#top', '#a.b', '#123', `#${'1'.repeat(5001)}`, `#${'1'.repeat(300)}x`])(
  'the fragment %s is no signature',
  (fragment) => expect(readFragment(fragment, lines.code)).toBeUndefined(),
);
