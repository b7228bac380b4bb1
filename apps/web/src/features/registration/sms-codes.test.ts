import { expect, test } from 'vitest';
import { canGetSms } from './sms-codes.ts';

test.each([
  [['256'], '0772 123 456', true],
  [['256'], '+256 772 123 456', true],
  [['256'], '+254 712 345 678', false],
  [['256', '254'], '00254 712 345 678', true],
  [['256'], '0722 123 456', false],
  [[], '0772 123 456', false],
])('where the codes %j get SMS, %s does: %s', (codes, phone, expected) => {
  expect(canGetSms(codes, phone)).toBe(expected);
});
