import { expect, test } from 'vitest';
import { isHoliday } from './holidays.ts';

test.each([
  ['2027-01-26', 'Liberation Day'],
  ['2025-03-31', 'Eid al-Fitr'],
  ['2027-05-17', 'the day after Eid al-Adha'],
])('%s is a holiday: %s', (day) => expect(isHoliday(new Date(day))).toBe(true));

test.each(['2027-01-18', '2027-03-28', '2027-05-24'])('%s is none', (day) =>
  expect(isHoliday(new Date(day))).toBe(false),
);
