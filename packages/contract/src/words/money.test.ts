import { expect, test } from 'vitest';
import { formatNumber } from './money.ts';

test.each([0, 7, 999, 1000, 50_000, 1_234_567, 12.5, 1234.56, 0.994, 0.999, -1500])(
  'writes %d as English speakers do',
  (value) => {
    const english = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
    expect(formatNumber(value)).toBe(english.format(value));
  },
);
