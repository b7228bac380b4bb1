import { hash } from 'node:crypto';
import { toComparableId } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { foldToPlainLetters } from '../../../../database/fold-text.ts';
import { readAmount, readCents } from '../../../platform/tables/table-cells.ts';

/** The values of a line without an ID from which its mark is made. */
export interface MarkedLineValues {
  day: string;
  amount: number;
  reason: string;
  payerName: string | null;
  /** Text of the cell. */
  balance: string;
  /** Phone of the payer, in a list of transfers. Otherwise empty. */
  payers: (string | null)[];
}

/** True for an ID that `makeLineMark` made. The desk and files with a column of IDs may not use such an ID. */
export const isLineMark = (id: string): boolean => /^LINE-\d{8}-[\dA-F]{10}(?:-\d+)?$/.test(id);

const hashMarkValues = (day: string, values: readonly unknown[]): string =>
  `LINE-${day.replaceAll('-', '')}-${hash('sha256', JSON.stringify(values)).slice(0, 10).toUpperCase()}`;

/**
 * Reduces cells to words without case, accents and punctuation. Number cells lose zeros and commas in a
 * spreadsheet.
 */
export const foldCellsToWords = (cells: readonly (string | null)[]): string =>
  cells
    .map((cell) =>
      (cell ?? '').replace(/^\d{1,3}(?:,\d{3})+(?:\.0+)?$/, (number) => number.replaceAll(',', '')),
    )
    .map((cell) =>
      foldToPlainLetters(toComparableId(cell))
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join(' ');

/** Makes the mark of a line. Other spellings of the same values give the same mark. */
export const makeLineMark = ({ day, amount, reason, payerName, balance, payers }: MarkedLineValues): string =>
  hashMarkValues(day, [amount, foldCellsToWords([reason, payerName]), readCents(balance), ...payers]);

/**
 * Lists the marks that earlier versions gave a line with these values, so that a line stored then is found again.
 * They contained a balance with cents as the file spelled it.
 */
export function listEarlierMarks({
  day,
  amount,
  reason,
  payerName,
  balance,
  payers,
}: MarkedLineValues): string[] {
  const wordsInCapitals = [reason, payerName].join(' ').toUpperCase();
  const balanceCents = readCents(balance);
  const balanceSpellings =
    balanceCents === null
      ? [`the amount ${balance} is not a number`]
      : balanceCents % 100 === 0
        ? [readAmount(balance)]
        : [balance, ...listBalanceSpellings(balanceCents)].map(
            (one) => `the amount ${one} is not in whole ${place.currencyUnits}`,
          );
  return balanceSpellings.map((one) => hashMarkValues(day, [amount, wordsInCapitals, one, ...payers]));
}

/** `#` stands for the number. */
const creditNumberForms = ['#CR', '# CR', '#Cr', '# Cr', '#C', '# C'];
const positiveNumberForms = ['#', ...creditNumberForms];
const negativeNumberForms = [
  '-#',
  '(#)',
  '#-',
  ...creditNumberForms.map((form) => form.replace('C', 'D').replace('c', 'd')),
];

/** Lists how banks and spreadsheets may write a balance with cents. */
function listBalanceSpellings(cents: number): string[] {
  const [whole = '', decimals = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const numberSpellings = ['', ',', '.', ' ', "'", '’'].flatMap((separator) =>
    ['.', ','].flatMap((point) => {
      const groupedWhole = whole.replace(/\B(?=(?:\d{3})+$)/g, separator) + point;
      return point === separator ? [] : [groupedWhole + decimals, groupedWhole + decimals.replace(/0$/, '')];
    }),
  );
  const numberForms = cents < 0 ? negativeNumberForms : positiveNumberForms;
  return numberSpellings.flatMap((number) =>
    numberForms.flatMap((form) => ['', `${place.currency} `].map((unit) => unit + form.replace('#', number))),
  );
}
