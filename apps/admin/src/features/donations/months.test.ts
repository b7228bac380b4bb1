import { expect, test } from 'vitest';
import { type MonthTotal, monthName, monthsOf } from './months.ts';

const total = (month: string, currency: MonthTotal['currency'], amount: number): MonthTotal => ({
  month,
  currency,
  amount,
  count: 1,
});

test('the currencies of a month share a row', () => {
  const totals = [total('2026-11', 'UGX', 5000), total('2026-11', 'USD', 15), total('2026-10', 'USD', 1)];
  expect(monthsOf(totals)).toEqual([
    { month: '2026-11', totals: { UGX: { amount: 5000, count: 1 }, USD: { amount: 15, count: 1 } } },
    { month: '2026-10', totals: { USD: { amount: 1, count: 1 } } },
  ]);
});

test('a month is named in words', () => {
  expect(monthName('2026-01')).toBe('January 2026');
});
