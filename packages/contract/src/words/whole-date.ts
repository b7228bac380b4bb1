import { formatDate } from './time.ts';

const monthEndings: Record<string, string> = {
  Jan: 'uary',
  Feb: 'ruary',
  Mar: 'ch',
  Apr: 'il',
  Jun: 'e',
  Jul: 'y',
  Aug: 'ust',
  Sep: 'tember',
  Oct: 'ober',
  Nov: 'ember',
  Dec: 'ember',
};

/** Formats a `yyyy-mm-dd` day or an instant as on certificates: "12 November 2026". */
export const formatWholeDate = (value: string): string =>
  formatDate(value).replace(/[A-Z][a-z]{2}/, (month) => month + (monthEndings[month] ?? ''));
