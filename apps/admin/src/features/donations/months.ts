import type { Currency } from '@institute/contract/money';
import type { AdminAnswers } from '../../api/admin.ts';

export type MonthTotal = AdminAnswers['donations']['totals'][number];

export interface Month {
  /** `yyyy-mm`. */
  month: string;
  totals: Partial<Record<Currency, Pick<MonthTotal, 'amount' | 'count'>>>;
}

/** Keeps the order of `totals`. */
export function monthsOf(totals: MonthTotal[]): Month[] {
  const months = new Map<string, Month>();
  for (const { month, currency, amount, count } of totals) {
    const row = months.get(month) ?? { month, totals: {} };
    row.totals[currency] = { amount, count };
    months.set(month, row);
  }
  return [...months.values()];
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-11" → "November 2026". */
export const monthName = (month: string): string => monthFormat.format(new Date(`${month}-01`));
