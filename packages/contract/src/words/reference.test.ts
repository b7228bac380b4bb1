import { expect, test } from 'vitest';
import { parseDonationCode } from '../api/donations.constants.ts';
import { readApplicantReference, readReference } from './reference.ts';

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
