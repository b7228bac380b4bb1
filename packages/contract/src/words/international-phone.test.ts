import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { parseInternationalPhone, toComparablePhone } from './international-phone.ts';
import { formatPhone, hasNoCountry } from './phone.ts';
import { operatorNumbers, place } from './place.ts';

test.each([
  ['0772 123 456', '+256772123456', 'UG'],
  ['0772-123-456', '+256772123456', 'UG'],
  ['772 123 456', '+256772123456', 'UG'],
  ['256772123456', '+256772123456', 'UG'],
  ['+256 772 123 456', '+256772123456', 'UG'],
  ['+256 (0)772 123 456', '+256772123456', 'UG'],
  ['00256 772 123 456', '+256772123456', 'UG'],
  ['00256 (0)772 123 456', '+256772123456', 'UG'],
  ['000256772123456', '+256772123456', 'UG'],
  ['(0414) 123 456', '+256414123456', 'UG'],
  ['+254 712 345 678', '+254712345678', 'KE'],
  ['00211 912 345 678', '+211912345678', 'SS'],
  ['(+44) 20 7946 0958', '+442079460958', 'GB'],
  ['+44 (0)20 7946 0958', '+442079460958', 'GB'],
])('%j is %s of %s', (typed, number, country) => {
  expect(parseInternationalPhone(typed)).toEqual({ number, country });
});

test.each(['0722 123 456', '0722-123-456', '722 123 456', '0733 123 456'])(
  '%j of a neighbour is no number of ours',
  (typed) => {
    expect(parseInternationalPhone(typed)).toBeNull();
    expect(hasNoCountry(typed)).toBe(typed.startsWith('0'));
    expect(formatPhone(typed)).not.toContain('+');
  },
);

test('numbers of operators are those that libphonenumber knows', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => `${String(at).padStart(4, '0')}12345`);
  const isKnown = (number: string) => isValidPhoneNumber(number, place.country);
  const mobile = numbers.filter((number) => number.startsWith('7'));
  expect(mobile.filter((number) => operatorNumbers.test(number))).toEqual(mobile.filter(isKnown));
  expect(numbers.filter((number) => isKnown(number) && !operatorNumbers.test(number))).toEqual([]);
});

test.each(['', '112', '123456', '+256 0', '0772 123 4567', '+256 700 12', '(-)', '+883 510 000 000 000'])(
  '%j is no number of a country',
  (typed) => {
    expect(parseInternationalPhone(typed)).toBeNull();
  },
);

test.each([
  ['0772 123 456', '+256 (0)772-123-456', true],
  ['+44 (0)20 7946 0958', '0044 20 7946 0958', true],
  ['0772 123 456', '0772 123 457', false],
  ['0772 12', '+256 772 12', true],
  ['0772 12', '0772 123', false],
])('%j and %j are compared as the same number: %s', (one, other, isSame) => {
  expect(toComparablePhone(one) === toComparablePhone(other)).toBe(isSame);
});
