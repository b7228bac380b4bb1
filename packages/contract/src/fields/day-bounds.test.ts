import { expect, test } from 'vitest';
import { alumnusInput } from '../api/public/alumni.ts';
import { listRegistrationFaults, registrationExamples } from '../api/public/registration-form.ts';
import { toLocalDay } from '../words/time.ts';
import { limitRegistrationDays, pictureDayBounds, plannedDays, yearDigitsMessage } from './day-bounds.ts';
import { findOddDays } from './day-faults.ts';

const today = '2026-11-25';

test.each([
  ['dateOfBirth', '1899-12-31', yearDigitsMessage, yearDigitsMessage],
  ['dateOfBirth', '0026-05-05', yearDigitsMessage, yearDigitsMessage],
  ['dateOfBirth', '0001-01-01', yearDigitsMessage, yearDigitsMessage],
  ['dateOfBirth', '1026-05-05', yearDigitsMessage, yearDigitsMessage],
  ['dateOfBirth', '1900-01-01', undefined, undefined],
  ['dateOfBirth', today, undefined, undefined],
  ['dateOfBirth', '2026-11-26', 'This date is in the future', 'This date is in the future'],
  ['startDate', '0027-02-01', yearDigitsMessage, yearDigitsMessage],
  ['startDate', '1999-12-31', 'This date is in the past', 'Not before 1 Jan 2000'],
  ['startDate', '2026-11-24', 'This date is in the past', undefined],
  ['startDate', today, undefined, undefined],
  ['startDate', '9999-01-01', 'Not after 31 Dec 2999', 'Not after 31 Dec 2999'],
])('the %s %s: a visitor is told %j, the office %j', (field, day, visitor, office) => {
  const told = (who: 'visitor' | 'office') =>
    findOddDays(limitRegistrationDays(today, who), { [field]: day }).map(({ message }) => message);
  expect([told('visitor'), told('office')]).toEqual([visitor, office].map((text) => (text ? [text] : [])));
});

test('what is stored may stay, and what is no day is refused elsewhere', () => {
  const bounds = { date: pictureDayBounds, publishAt: plannedDays };
  const odd = { date: '0026-05-05', publishAt: '1970-01-01T00:00:00.000Z' };
  expect(findOddDays(bounds, odd).map(({ path }) => path)).toEqual(['date', 'publishAt']);
  expect(findOddDays(bounds, { ...odd, publishAt: '1970-01-01T03:00:00+03:00' }, odd)).toEqual([]);
  expect(findOddDays(bounds, { date: '0027-05-05' }, odd)).toEqual([
    { path: 'date', message: yearDigitsMessage },
  ]);
  expect(findOddDays(bounds, { date: '05/05/26', publishAt: null })).toEqual([]);
});

test('a visitor who was born in the year 26, or starts yesterday, is told so beside the field', () => {
  const { guardianName, guardianPhone, guardianConsent, intakeId, ...good } = registrationExamples;
  const body = { ...good, consent: true };
  const yesterday = toLocalDay(new Date(Date.now() - 24 * 60 * 60 * 1000));
  expect(listRegistrationFaults(body)).toEqual([]);
  expect(listRegistrationFaults({ ...body, dateOfBirth: '0026-05-05', startDate: yesterday })).toEqual([
    { path: 'dateOfBirth', message: yearDigitsMessage },
    { path: 'startDate', message: 'This date is in the past' },
  ]);
});

test.each([
  [4, yearDigitsMessage],
  [19, yearDigitsMessage],
  [1949, 'From 1950 on'],
])('the graduation year %d is refused: %s', (graduationYear, message) => {
  const { error } = alumnusInput.pick({ graduationYear: true }).safeParse({ graduationYear });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
