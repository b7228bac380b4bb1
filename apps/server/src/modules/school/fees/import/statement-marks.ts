import { hash } from 'node:crypto';
import { toComparableId } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { foldText } from '../../../../database/fold-text.ts';
import { readAmount, readCents } from '../../../platform/tables/table-cells.ts';

/** What a line without an ID says. */
export interface LineValues {
  day: string;
  amount: number;
  reason: string;
  payerName: string | null;
  /** The cell. */
  balance: string;
  /** Who paid, in a list of transfers. */
  payers: (string | null)[];
}

/** True for an ID that `makeMark` made. Nobody can type one: not at the desk, nor in a file with a column of IDs. */
export const isMark = (id: string): boolean => /^LINE-\d{8}-[\dA-F]{10}(?:-\d+)?$/.test(id);

const makeId = (day: string, values: readonly unknown[]): string =>
  `LINE-${day.replaceAll('-', '')}-${hash('sha256', JSON.stringify(values)).slice(0, 10).toUpperCase()}`;

/** Words without case, accents and punctuation. A spreadsheet takes zeros and commas from a cell that is a number. */
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

/** The mark of a line's values, however a file spells them. */
export const makeMark = ({ day, amount, reason, payerName, balance, payers }: LineValues): string =>
  makeId(day, [amount, foldWords([reason, payerName]), readCents(balance), ...payers]);

/** The marks by which earlier versions stored such a line. A balance with cents was in them as it was spelled. */
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
  return balances.map((one) => makeId(day, [amount, words, one, ...payers]));
}

/** `#` is the number. */
const signs = ['#CR', '# CR', '#Cr', '# Cr', '#C', '# C'];
const positiveForms = ['#', ...signs];
const negativeForms = ['-#', '(#)', '#-', ...signs.map((form) => form.replace('C', 'D').replace('c', 'd'))];

/** How banks and spreadsheets write a balance with cents. */
function listSpellings(cents: number): string[] {
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const numbers = ['', ',', '.', ' ', "'", '’'].flatMap((separator) =>
    ['.', ','].flatMap((point) => {
      const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, separator) + point;
      return point === separator ? [] : [grouped + rest, grouped + rest.replace(/0$/, '')];
    }),
  );
  const forms = cents < 0 ? negativeForms : positiveForms;
  return numbers.flatMap((number) =>
    forms.flatMap((form) => ['', `${place.currency} `].map((unit) => unit + form.replace('#', number))),
  );
}
