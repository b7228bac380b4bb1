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

export const amountColumn = <Row,>(heading: string, read: (row: Row) => number | null): Column<Row> => ({
  heading,
  phone: 'fact',
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
