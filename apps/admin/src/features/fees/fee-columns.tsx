import { formatNumber } from '@institute/contract/money';
import type { Column } from '../../lists/column.ts';

/** Free text. */
export const textColumn = <Row,>(
  heading: string,
  read: (row: Row) => string | null | undefined | (string | null)[],
): Column<Row> => ({
  heading,
  phone: 'text',
  className: 'wrap-anywhere md:min-w-24',
  cell: (row) => [read(row)].flat().filter(Boolean).join(', ') || '–',
});

/** Several amounts of a row need a line each on a phone, with their words. */
export const amountColumn = <Row,>(
  heading: string,
  read: (row: Row) => number | null,
  phone: Column<Row>['phone'] = 'fact',
): Column<Row> => ({
  heading,
  phone,
  isAmount: true,
  cell: (row) => {
    const amount = read(row);
    return amount === null ? '–' : formatNumber(amount);
  },
});

export const payerColumn: Column<{ payerName: string | null; payerPhone: string | null }> = textColumn(
  'Payer',
  ({ payerName, payerPhone }) => [payerName, payerPhone],
);
