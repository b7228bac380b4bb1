import { isWithoutCountryCode } from '@institute/contract/phone';
import { localPhones, place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { canPhoneGetSms } from './sms-codes.ts';

const { callingCode } = place;
const [local] = localPhones;
const neighbour = ['0722 123 456', '0190 123 456'].find(isWithoutCountryCode) ?? '';

test.each([
  [[callingCode], local, true],
  [[callingCode], `+${callingCode} ${local.slice(1)}`, true],
  [[callingCode], '+44 20 7946 0958', false],
  [[callingCode, '44'], '0044 20 7946 0958', true],
  [[callingCode], neighbour, false],
  [[], local, false],
])('where the codes %j get SMS, %s does: %s', (codes, phone, expected) => {
  expect(canPhoneGetSms(codes, phone)).toBe(expected);
});
