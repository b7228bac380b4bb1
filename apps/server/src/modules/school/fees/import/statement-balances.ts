import type { StatementColumn } from '@institute/contract/fees.constants';
import { readCents } from './table-cells.ts';
import type { PastedTable } from './table-layouts.ts';

/**
 * The balances of a statement in UGX, from the one before its first line to the last, whichever line it lists first.
 * `isIn` says of a line whether its amount came in, where one column has both.
 */
export function readBalances(
  { columns, lines }: Pick<PastedTable<StatementColumn>, 'columns' | 'lines'>,
  isIn: (line: number) => boolean,
): number[] {
  const steps = lines.flatMap(({ line, cells }) => {
    const read = (column: StatementColumn) => readCents(cells[columns[column] ?? -1] ?? '');
    const balance = read('balance');
    // Totals have no day
    if (balance === null || !/\d/.test(cells[columns.day ?? -1] ?? '')) return [];
    const amount = Math.abs(read('amount') ?? 0) * (isIn(line) ? 1 : -1);
    return { balance, change: Math.abs(read('credit') ?? 0) - Math.abs(read('debit') ?? 0) || amount };
  });
  const countSteps = (list: typeof steps) =>
    list.filter(({ balance, change }, at) => list[at - 1]?.balance === balance - change).length;
  const turned = steps.toReversed();
  const oldestFirst = countSteps(turned) > countSteps(steps) ? turned : steps;
  const before = oldestFirst.slice(0, 1).map(({ balance, change }) => balance - change);
  return [...before, ...oldestFirst.map(({ balance }) => balance)].map((cents) => cents / 100);
}
