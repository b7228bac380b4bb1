import type { StatementColumn } from '@institute/contract/fees.constants';
import { currencySigns } from '@institute/contract/place';
import type { Table } from '../../../platform/tables/table.ts';
import { readCents } from '../../../platform/tables/table-cells.ts';

type BalanceTable = Pick<Table<StatementColumn>, 'columns' | 'lines'>;

/** Of two orders the one in which more balances follow from the one before. */
function sortOldestFirst<Step>(
  steps: readonly Step[],
  follows: (before: Step, step: Step) => boolean,
): Step[] {
  const countFollowing = (list: readonly Step[]) =>
    list.slice(1).filter((step, at) => {
      const before = list[at];
      return before !== undefined && follows(before, step);
    }).length;
  const turned = steps.toReversed();
  return countFollowing(turned) > countFollowing(steps) ? turned : [...steps];
}

/**
 * The balances of a statement in whole units of the currency, oldest first. The first of them is the balance before the
 * oldest line.
 * `isIn` says of a line whether its amount came in, where one column has both.
 */
export function readBalances({ columns, lines }: BalanceTable, isIn: (line: number) => boolean): number[] {
  const steps = lines.flatMap(({ line, cells }) => {
    const read = (column: StatementColumn) => readCents(cells[columns[column] ?? -1] ?? '');
    const balance = read('balance');
    // Totals have no day
    if (balance === null || !/\d/.test(cells[columns.day ?? -1] ?? '')) return [];
    const amount = Math.abs(read('amount') ?? 0) * (isIn(line) ? 1 : -1);
    return { balance, change: Math.abs(read('credit') ?? 0) - Math.abs(read('debit') ?? 0) || amount };
  });
  const oldestFirst = sortOldestFirst(steps, (one, next) => one.balance === next.balance - next.change);
  const before = oldestFirst.slice(0, 1).map(({ balance, change }) => balance - change);
  return [...before, ...oldestFirst.map(({ balance }) => balance)].map((cents) => cents / 100);
}

/** How operators begin the words of what went out. A payer may type them too, so the balance counts first. */
const sum = String.raw`(?:${currencySigns} ?)?[\d,]+`;
const outgoingWords = new RegExp(
  String.raw`^(?:you (?:have )?)?(?:send money|sent? ${sum}|cash ?out|withdr[ae]w|buy|bought|paid ${sum} to)\b`,
  'i',
);

/**
 * Numbers of the lines by which money went out, in a statement with one column for money in and out. The change of the
 * balance decides. Lines without a balance are judged by the operator's words.
 */
export function findOutgoing({ columns, lines }: BalanceTable): ReadonlySet<number> {
  if (columns.credit !== undefined || columns.debit !== undefined) return new Set();
  const steps = lines.map(({ line, cells }) => {
    const read = (column: StatementColumn) => cells[columns[column] ?? -1] ?? '';
    return {
      line,
      amount: readCents(read('amount')),
      balance: readCents(read('balance')),
      words: read('reason'),
    };
  });
  const whole = steps.flatMap(({ amount, balance, line }) =>
    amount === null || balance === null ? [] : { line, amount, balance },
  );
  const changes = new Map<number, 'in' | 'out'>();
  const oldestFirst = sortOldestFirst(
    whole,
    (before, { balance, amount }) => Math.abs(balance - before.balance) === Math.abs(amount),
  );
  for (const [at, { line, amount, balance }] of oldestFirst.entries()) {
    const before = oldestFirst[at - 1];
    if (!before || amount === 0) continue;
    if (balance - before.balance === amount) changes.set(line, 'in');
    if (balance - before.balance === -amount) changes.set(line, 'out');
  }
  return new Set(
    steps.flatMap(({ line, words }) => {
      const change = changes.get(line) ?? (outgoingWords.test(words.trim()) ? 'out' : 'in');
      return change === 'out' ? line : [];
    }),
  );
}
