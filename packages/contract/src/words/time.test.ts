import { expect, test } from 'vitest';
import { place } from './place.ts';
import { formatSheetTime, fromLocalTime, isDay, timeZone, toLocalTime } from './time.ts';
import { formatWholeDate } from './whole-date.ts';

test.each([
  ['2026-11-12T11:05:00.000Z', '2026-11-12T14:05'],
  ['2026-12-31T21:00:00.000Z', '2027-01-01T00:00'],
  ['2026-11-12T11:05:09.000Z', '2026-11-12T14:05:09'],
  ['2026-11-12T11:05:09.120Z', '2026-11-12T14:05:09.120'],
])('converts %s to %s in Kampala, and back', (instant, time) => {
  expect(toLocalTime(instant)).toBe(time);
  expect(fromLocalTime(time)).toBe(instant);
});

test('writes a local time as spreadsheets read it', () => {
  expect(formatSheetTime('2026-11-20T21:05:59.123Z')).toBe('2026-11-21 00:05');
  expect(formatSheetTime('2026-11-20T21:00:00.000Z')).toBe('2026-11-21 00:00');
});

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['0000-01-01', false],
  ['2027-1-1', false],
  ['2027-01-01T00:00', false],
  ['', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

test.each([
  ['2026-01-06', '6 January 2026'],
  ['2026-05-31', '31 May 2026'],
  ['2026-09-30', '30 September 2026'],
  ['2026-11-05T22:30:00Z', '6 November 2026'],
])('writes the month of %s in full', (value, text) => {
  expect(formatWholeDate(value)).toBe(text);
});

test('the place is as far ahead of UTC in every month as its file says', () => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const offsets = Array.from({ length: 12 }, (_, month) =>
    format.formatToParts(new Date(2027, month, 15)).find(({ type }) => type === 'timeZoneName'),
  );
  expect(new Set(offsets.map((offset) => offset?.value))).toEqual(new Set([`GMT${place.utcOffset}`]));
});
