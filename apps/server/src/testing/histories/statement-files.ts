import { place } from '@institute/contract/place';
import { makeXlsx } from '../files/xlsx.ts';

/** Money that came to the account of the institute, as its bank knows it. */
export interface Transfer {
  id: string;
  day: string;
  amount: number;
  /** With cents, which interest and charges bring. */
  balance: number;
  /** Place among the people. Null for a payer who typed no code. */
  person: number | null;
  code: string;
  isForDesk: boolean;
  isReversed: boolean;
}

type Cell = string | number | Date;
type Layout = (transfers: readonly Transfer[]) => Cell[][];

/** Debits of the reversals are listed among the credits, as in the books of a bank. */
const listBankRows = (
  headings: string[],
  transfers: readonly Transfer[],
  credit: (transfer: Transfer) => Cell[],
  debit: (transfer: Transfer) => Cell[],
): Cell[][] => [
  headings,
  ...transfers.flatMap((one) => (one.isReversed ? [debit(one), credit(one)] : [credit(one)])),
];

export const layouts: Record<string, Layout> = {
  'portal of MTN': (transfers) =>
    listBankRows(
      ['Id', 'Date', 'Note/Message', 'From', 'From Name', 'To', 'To Name', 'Amount', 'Balance'],
      transfers,
      ({ id, day, code, amount, balance }) => [
        id,
        new Date(day),
        code,
        'FRI:204900451/MM',
        'PAYER',
        'FRI:66200001/MM',
        'SCHOOL',
        amount,
        balance,
      ],
      ({ id, day, amount, balance }) => [
        `R${id}`,
        new Date(day),
        `Reversal of ${id}`,
        'FRI:66200001/MM',
        'SCHOOL',
        'FRI:204900451/MM',
        'PAYER',
        -amount,
        balance - amount,
      ],
    ),
  'bank with two columns of money': (transfers) =>
    listBankRows(
      ['Value Date', 'Transaction ID', 'Description', 'Debit', 'Credit', 'Balance'],
      transfers,
      ({ id, day, code, amount, balance }) => [
        new Date(day),
        id,
        `FEES STUDENT ${code}`,
        '0.00',
        amount,
        balance,
      ],
      ({ id, day, amount, balance }) => [
        new Date(day),
        `R${id}`,
        `REVERSAL ${id}`,
        amount,
        '0.00',
        balance - amount,
      ],
    ),
  'bank with references': (transfers) =>
    listBankRows(
      ['Date', 'Description', 'Reference', 'Amount Debit', 'Amount Credit', 'Balance'],
      transfers,
      ({ id, day, code, amount, balance }) => [
        new Date(day),
        `CASH DEP STUDENT ${code}`,
        id,
        '',
        amount,
        balance,
      ],
      ({ id, day, amount, balance }) => [
        new Date(day),
        `REVERSED ${id}`,
        `R${id}`,
        amount,
        '',
        balance - amount,
      ],
    ),
  'bank without ids': (transfers) => [
    ['Date', 'Description', 'Debit', 'Credit', 'Balance'],
    ...transfers.map(({ day, code, amount, balance }) => [
      new Date(day),
      `CASH DEP, STUDENT ${code}`,
      '',
      amount,
      balance,
    ]),
  ],
  'bank without ids and balances': (transfers) => [
    ['Date', 'Description', 'Debit', 'Credit'],
    ...transfers.map(({ day, code, amount }) => [new Date(day), `CASH DEP STUDENT ${code}`, '', amount]),
  ],
};

/** A whole number of at most fifteen digits. A spreadsheet keeps longer ones as text. */
const isNumber = (cell: Cell) => typeof cell === 'string' && /^\d{1,15}$/.test(cell);
const toIsoDay = (day: Date): string => day.toISOString().slice(0, 10);
const toLocalDay = (day: Date, separator: string): string =>
  toIsoDay(day).split('-').reverse().map(Number).join(separator);
const groupThousands = (amount: number, separator: string, point: string): string => {
  const [whole = '', cents = ''] = amount.toFixed(2).split('.');
  return whole.replace(/\B(?=(?:\d{3})+$)/g, separator) + point + cents;
};
const writeText = (
  rows: readonly Cell[][],
  {
    delimiter = ',',
    day,
    number,
  }: { delimiter?: string; day: (day: Date) => string; number: (value: number) => string },
): string =>
  rows
    .map((row) =>
      row
        .map((cell) => (cell instanceof Date ? day(cell) : typeof cell === 'number' ? number(cell) : cell))
        .map((cell) => `"${cell}"`)
        .join(delimiter),
    )
    .join('\n');

/** How one file may come. Each gives a text, or the bytes of a workbook. */
export const spellings: Record<string, (rows: Cell[][]) => string | Buffer> = {
  'CSV of the bank': (rows) =>
    writeText(rows, { day: toIsoDay, number: (amount) => groupThousands(amount, ',', '.') }),
  'workbook of the bank': makeXlsx,
  'workbook with IDs as numbers': (rows) =>
    makeXlsx(rows.map((row) => row.map((cell) => (isNumber(cell) ? Number(cell) : cell)))),
  'saved by Excel': (rows) =>
    writeText(
      rows.map((row) => row.map((cell) => (isNumber(cell) ? Number(cell) : cell))),
      { day: (day) => toLocalDay(day, '/'), number: String },
    ),
  'other separators': (rows) =>
    writeText(rows, {
      delimiter: ';',
      day: (day) => toLocalDay(day, '.'),
      number: (amount) => `${place.currency} ${groupThousands(amount, '.', ',')}`,
    }),
  'other order of columns': (rows) =>
    writeText(
      rows.map((row) => row.toReversed()),
      { delimiter: '\t', day: (day) => `${toIsoDay(day)} 00:00`, number: (amount) => amount.toFixed(2) },
    ),
};
