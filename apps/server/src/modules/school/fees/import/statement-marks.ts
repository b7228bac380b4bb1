import { hash } from 'node:crypto';
import { toComparableId } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { foldText } from '../../../../database/fold-text.ts';
import { readAmount, readCents } from '../../../platform/tables/table-cells.ts';

/** The values of a line without an ID from which its mark is made. */
export interface LineValues {
  day: string;
  amount: number;
  reason: string;
  payerName: string | null;
  /** Text of the cell. */
  balance: string;
  /** Phone of the payer, in a list of transfers. Otherwise empty. */
  payers: (string | null)[];
}

/** True for an ID that `makeMark` made. The desk and files with a column of IDs may not use such an ID. */
export const isLineMark = (id: string): boolean => /^LINE-\d{8}-[\dA-F]{10}(?:-\d+)?$/.test(id);

const hashMarkValues = (day: string, values: readonly unknown[]): string =>
  `LINE-${day.replaceAll('-', '')}-${hash('sha256', JSON.stringify(values)).slice(0, 10).toUpperCase()}`;

/**
 * Reduces cells to words without case, accents and punctuation. Number cells lose zeros and commas in a
 * spreadsheet.
 */
export const foldWords = (cells: readonly (string | null)[]): string =>
  cells
    .map((cell) =>
      (cell ?? '').replace(/^\d{1,3}(?:,\d{3})+(?:\.0+)?$/, (number) => number.replaceAll(',', '')),
    )
    .map((cell) =>
      foldText(toComparableId(cell))
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join(' ');

/** Makes the mark of a line. Other spellings of the same values give the same mark. */
export const makeMark = ({ day, amount, reason, payerName, balance, payers }: LineValues): string =>
  hashMarkValues(day, [amount, foldWords([reason, payerName]), readCents(balance), ...payers]);

/**
 * Lists the marks that earlier versions gave such a line. They contained a balance with cents as the file spelled
 * it.
 */
export function listEarlierMarks({ day, amount, reason, payerName, balance, payers }: LineValues): string[] {
  const words = [reason, payerName].join(' ').toUpperCase();
  const cents = readCents(balance);
  const balances =
    cents === null
      ? [`the amount ${balance} is not a number`]
      : cents % 100 === 0
        ? [readAmount(balance)]
        : [balance, ...listSpellings(cents)].map(
            (one) => `the amount ${one} is not in whole ${place.currencyUnits}`,
          );
  return balances.map((one) => hashMarkValues(day, [amount, words, one, ...payers]));
}

/** `#` stands for the number. */
const creditForms = ['#CR', '# CR', '#Cr', '# Cr', '#C', '# C'];
const positiveForms = ['#', ...creditForms];
const negativeForms = [
  '-#',
  '(#)',
  '#-',
  ...creditForms.map((form) => form.replace('C', 'D').replace('c', 'd')),
];

/** Lists how banks and spreadsheets may write a balance with cents. */
function listSpellings(cents: number): string[] {
  const [whole = '', decimals = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const numbers = ['', ',', '.', ' ', "'", '’'].flatMap((separator) =>
    ['.', ','].flatMap((point) => {
      const groupedWhole = whole.replace(/\B(?=(?:\d{3})+$)/g, separator) + point;
      return point === separator ? [] : [groupedWhole + decimals, groupedWhole + decimals.replace(/0$/, '')];
    }),
  );
  const forms = cents < 0 ? negativeForms : positiveForms;
  return numbers.flatMap((number) =>
    forms.flatMap((form) => ['', `${place.currency} `].map((unit) => unit + form.replace('#', number))),
  );
}
