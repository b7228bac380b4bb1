import { expect, test } from 'vitest';
import { findCertificateCodeFault, readCertificateCode } from '../api/public/certificates.constants.ts';
import { parseDonationCode } from '../api/public/donations.constants.ts';
import { findReceiptCodeFault, readReceiptCode } from '../api/public/receipts.constants.ts';
import { listLookAlikeCodes, readApplicantReference, readReference } from './reference.ts';

test.each([
  'REG-2026-000001',
  'reg-2026-000001',
  'REG 2026 000001',
  'REG2026000001',
  'reg 2o26 ooooo1',
  'Reg.2026/000001.',
  'REG–2026—000001',
  'REG‑2026−000001',
  'R E G 2 0 2 6 0 0 0 0 0 1',
  '\u202aREG\u00a02026\u200b-\u2009000001\u202c',
  'REG-٢٠٢٦-٠٠٠٠٠١',
  'ＲＥＧ－２０２６－０００００１',
])('reads the reference %j', (typed) => {
  expect(readReference(typed)).toBe('REG-2026-000001');
});

test('reads numbers of receipts, and of more than a million', () => {
  expect(readReference('rcp 2026 000042')).toBe('RCP-2026-000042');
  expect(readReference('can2026OOOO42')).toBe('CAN-2026-000042');
  expect(readReference('test 2026 1234567')).toBe('TEST-2026-1234567');
});

test.each(['', 'REG', 'REG-2026', '2026-000001', 'REG-2026-1', "REG-2026-000001' or 1=1", 'ABC-2026-000001'])(
  '%j is no whole reference',
  (typed) => {
    expect(readReference(typed)).toBeUndefined();
  },
);

test.each(['2026-000040', ' 2026 – 000040 ', '2026/000040', 'REG-2026-000040', 'reg 2026 000040'])(
  'reads the reference of an applicant in %j',
  (typed) => {
    expect(readApplicantReference(typed)).toBe('REG-2026-000040');
  },
);

test.each(['2026000040', '0772-123456', '1826-000040', '2026-40', 'CERT 2026'])(
  '%j is no reference of an applicant',
  (typed) => {
    expect(readApplicantReference(typed)).toBeUndefined();
  },
);

test.each(['D120', 'd-120', 'D 120', 'd–12O', ' D.120 '])('reads the code of a donation %j', (typed) => {
  expect(parseDonationCode(typed)).toBe(120);
});

const address = 'https://institute.example/certificates/7KQ2-M9XH-T4WZ';

test.each([
  '7KQ2-M9XH-T4WZ',
  ' 7kq2 m9xh t4wz. ',
  '7KQ2–M9XH—T4WZ',
  '7КQ2-М9ХН-Т4WZ',
  '7Κ02-Μ9ΧΗ-τ4wz',
  '7kO2m9xht4wz',
  '1KQ2-M9XH-T4WZ',
  'Code 7KQ2-M9XH-T4WZ',
  'code: 7kq2 m9xh t4wz',
  address,
  `${address}#eyJhbGciOiJFUzI1NiJ9.e30.c2ln`,
  `${address}/badge?utm_source=mail&fbclid=x#top`,
  `https://l.example/?u=${encodeURIComponent(`${address}?a=b`)}&h=AT3`,
  'institute.example/Certificates/7kq2m9xht4wz/',
  `${address} Kampala Vocational Institute`,
])('reads the code of a certificate in %j', (typed) => {
  expect(readCertificateCode(typed)).toBe('7KQ2M9XHT4WZ');
  expect(findCertificateCodeFault(typed)).toBeUndefined();
});

test('lists what a typed code may stand for, the nearest first, and guesses no other letters', () => {
  const readings = listLookAlikeCodes(readCertificateCode('OKX3-M9XH-T4WI') ?? '');
  expect(readings[0]).toBe('QKX3M9XHT4WJ');
  expect(readings.sort()).toEqual(['DKX3M9XHT4W7', 'DKX3M9XHT4WJ', 'QKX3M9XHT4W7', 'QKX3M9XHT4WJ']);
  expect(listLookAlikeCodes('A8')).toEqual(['A8', 'AB']);
  expect(listLookAlikeCodes('S2')).toEqual(['S2', '52', 'SZ', '5Z']);
  expect(listLookAlikeCodes('ACE3')).toEqual(['ACE3']);
  const many = listLookAlikeCodes('QJ7D'.repeat(3));
  expect(many).toHaveLength(256);
  expect(many).toContain(`${'QJ7D'.repeat(2)}QJ7Q`);
});

test('a code that begins with the word on paper is read whole', () => {
  expect(readCertificateCode('CODE-2345-6789')).toBe('CQDE23456789');
});

const isNumber = 'This is the number. Type the code of twelve letters and digits that stands beside it.';
const isNoCode = 'A code has twelve letters and digits.';

test.each([
  ['CERT-2026-000005', isNumber],
  ['cert 2O26 OOOOO5', isNumber],
  ['СЕRТ–2026–00000I', isNumber],
  ['https://institute.example/certificates/CERT-2026-000005', isNumber],
  ['7KQ2-M9XH-T4W', isNoCode],
  ['7KQ2-M9XH-T4WZZ', isNoCode],
  ['', isNoCode],
  ['https://institute.example/certificates', isNoCode],
  ['%E0%A4%A', isNoCode],
])('says of %j why it is no code of a certificate', (typed, fault) => {
  expect(readCertificateCode(typed)).toBeUndefined();
  expect(findCertificateCodeFault(typed)).toBe(fault);
});

test.each([
  ['7KQ2M9XHT4WZB6RN3DVF8PJCEY', '7KQ2M9XHT4WZB6RN3DVF8PJCEY'],
  ['7kq2 m9xh t4wz b6rn 3dvf 8pjc ey', '7KQ2M9XHT4WZB6RN3DVF8PJCEY'],
  ['http://x.example/receipts/7KQ2M9XHT4WZB6RN3DVF8PJCEY?fbclid=1', '7KQ2M9XHT4WZB6RN3DVF8PJCEY'],
  ['7KО2М9ХНТ4WZВ6RN3DVF8РJСЕY', '7KQ2M9XHT4WZB6RN3DVF8PJCEY'],
  ['Code 7KQ2M9XHT4WZB6RN3DVF8PJCEY', '7KQ2M9XHT4WZB6RN3DVF8PJCEY'],
  ['oi23-4567-89ab', '0123456789AB'],
])('reads the code of a receipt in %j', (typed, code) => {
  expect(readReceiptCode(typed)).toBe(code);
  expect(findReceiptCodeFault(typed)).toBeUndefined();
});

test.each([
  ['FEE-2026-000007', 'This is the number. Type the code of 26 letters and digits that stands beside it.'],
  ['7KQ2-M9XH-T4WZ', 'A code has 26 letters and digits.'],
])('says of %j why it is no code of a receipt', (typed, fault) => {
  expect(readReceiptCode(typed)).toBeUndefined();
  expect(findReceiptCodeFault(typed)).toBe(fault);
});
