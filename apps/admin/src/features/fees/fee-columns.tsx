import { formatNumber } from '@institute/contract/money';
import { Fragment } from 'react';
import { type Column, emptyCellClass } from '../../lists/column.ts';

/** Free text, with a line of its own on a phone, unless it is empty. */
export const makeTextColumn = <Row,>(
  heading: string,
  read: (row: Row) => string | null | undefined | (string | null)[],
): Column<Row> => ({
  heading,
  phone: 'line',
  isText: true,
  className: `max-md:wrap-anywhere ${emptyCellClass}`,
  cell: (row) => [read(row)].flat().filter(Boolean).join(', ') || null,
});

/** Shows the numbers of receipts, none broken at its hyphens. */
export const paperNumbersColumn: Column<{ numbers: string[] }> = {
  ...makeTextColumn('Numbers', () => null),
  cell: ({ numbers }) =>
    numbers.length > 0 && (
      <span>
        {numbers.map((number, at) => (
          <Fragment key={number}>
            {at > 0 && ', '}
            <span className="whitespace-nowrap">{number}</span>
          </Fragment>
        ))}
      </span>
    ),
};

/** A column of amounts. Where a row has several, the place `line` shows each with its heading on a phone. */
export const makeAmountColumn = <Row,>(
  heading: string,
  read: (row: Row) => number | null,
  phone: Column<Row>['phone'] = 'fact',
): Column<Row> => ({
  heading,
  phone,
  isAmount: true,
  cell: (row) => {
    const cellAmount = read(row);
    return cellAmount === null ? '–' : formatNumber(cellAmount);
  },
});

export const payerColumn: Column<{ payerName: string | null; payerPhone: string | null }> = makeTextColumn(
  'Payer',
  ({ payerName, payerPhone }) => [payerName, payerPhone],
);
