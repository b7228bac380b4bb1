import { expect, test } from 'vitest';
import { kampalaInstant, kampalaTime, sheetTime } from './time.ts';

test.each([
  ['2026-11-12T11:05:00.000Z', '2026-11-12T14:05'],
  ['2026-12-31T21:00:00.000Z', '2027-01-01T00:00'],
  ['2026-11-12T11:05:09.000Z', '2026-11-12T14:05:09'],
  ['2026-11-12T11:05:09.120Z', '2026-11-12T14:05:09.120'],
])('converts %s to %s in Kampala, and back', (instant, time) => {
  expect(kampalaTime(instant)).toBe(time);
  expect(kampalaInstant(time)).toBe(instant);
});

test('writes a local time as spreadsheets read it', () => {
  expect(sheetTime('2026-11-20T21:05:59.123Z')).toBe('2026-11-21 00:05');
  expect(sheetTime('2026-11-20T21:00:00.000Z')).toBe('2026-11-21 00:00');
});
