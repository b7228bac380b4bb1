import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { code, foreignStart, international, start } from '../testing/sample-phone.ts';
import { parseInternationalPhone, toComparablePhone } from './international-phone.ts';
import { formatPhone, isWithoutCountryCode } from './phone.ts';
import { mobileStart, operatorNumbers, place } from './place.ts';

test.each([
  [`0${start} 123 456`, international, place.country],
  [`0${start}-123-456`, international, place.country],
  [`${start} 123 456`, international, place.country],
  [`${code}${start}123456`, international, place.country],
  [`+${code} ${start} 123 456`, international, place.country],
  [`+${code} (0)${start} 123 456`, international, place.country],
  [`00${code} ${start} 123 456`, international, place.country],
  [`00${code} (0)${start} 123 456`, international, place.country],
  [`000${code}${start}123456`, international, place.country],
  [`(0${start}) 123 456`, international, place.country],
  ['+254 712 345 678', '+254712345678', 'KE'],
  ['00211 912 345 678', '+211912345678', 'SS'],
  ['(+44) 20 7946 0958', '+442079460958', 'GB'],
  ['+44 (0)20 7946 0958', '+442079460958', 'GB'],
])('%j is %s of %s', (typed, number, country) => {
  expect(parseInternationalPhone(typed)).toEqual({ number, country });
});

test.each([`0${foreignStart} 123 456`, `0${foreignStart}-123-456`, `${foreignStart} 123 456`])(
  '%j of a neighbour is no number of ours',
  (typed) => {
    expect(parseInternationalPhone(typed)).toBeNull();
    expect(isWithoutCountryCode(typed)).toBe(typed.startsWith('0'));
    expect(formatPhone(typed)).not.toContain('+');
  },
);

test('numbers of operators are those that libphonenumber knows', () => {
  const numbers = Array.from({ length: 9000 }, (_, at) => `${1000 + at}12345`);
  const isKnown = (number: string) => isValidPhoneNumber(number, place.country);
  const mobile = numbers.filter((number) => number.search(mobileStart) === 0);
  expect(mobile.filter((number) => operatorNumbers.test(number))).toEqual(mobile.filter(isKnown));
  expect(numbers.filter((number) => isKnown(number) && !operatorNumbers.test(number))).toEqual([]);
});

test.each([
  '',
  '112',
  '123456',
  `+${code} 0`,
  `0${start} 123 4567`,
  `+${code} 700 12`,
  '(-)',
  '+883 510 000 000 000',
])('%j is no number of a country', (typed) => {
  expect(parseInternationalPhone(typed)).toBeNull();
});

test.each([
  [`0${start} 123 456`, `+${code} (0)${start}-123-456`, true],
  ['+44 (0)20 7946 0958', '0044 20 7946 0958', true],
  [`0${start} 123 456`, `0${start} 123 457`, false],
  [`0${start} 12`, `+${code} ${start} 12`, true],
  [`0${start} 12`, `0${start} 123`, false],
])('%j and %j are compared as the same number: %s', (one, other, isSame) => {
  expect(toComparablePhone(one) === toComparablePhone(other)).toBe(isSame);
});
