import type { StatementColumn } from '@institute/contract/fees.constants';
import { currencySigns } from '@institute/contract/place';
import type { Table } from '../../../platform/tables/table.ts';
import { readCents } from '../../../platform/tables/table-cells.ts';

type BalanceTable = Pick<Table<StatementColumn>, 'columns' | 'lines'>;

/** Chooses the order, as given or reversed, in which more balances follow from the balance before. */
function sortStepsOldestFirst<Step>(
  steps: readonly Step[],
  follows: (before: Step, step: Step) => boolean,
): Step[] {
  const countFollowingSteps = (list: readonly Step[]) =>
    list.slice(1).filter((step, at) => {
      const previousStep = list[at];
      return previousStep !== undefined && follows(previousStep, step);
    }).length;
  const reversedSteps = steps.toReversed();
  return countFollowingSteps(reversedSteps) > countFollowingSteps(steps) ? reversedSteps : [...steps];
}

/**
 * Reads the balances of a statement in whole units of the currency, oldest first. The first one is the balance
 * before the oldest line. `isIn` says whether the amount of a line came in, for statements with one column for
 * money in and out.
 */
export function readBalances({ columns, lines }: BalanceTable, isIn: (line: number) => boolean): number[] {
  const balanceSteps = lines.flatMap(({ line, cells }) => {
    const readColumnCents = (column: StatementColumn) => readCents(cells[columns[column] ?? -1] ?? '');
    const balanceCents = readColumnCents('balance');
    // A line without a day is a total, not a transaction
    if (balanceCents === null || !/\d/.test(cells[columns.day ?? -1] ?? '')) return [];
    const signedCents = Math.abs(readColumnCents('amount') ?? 0) * (isIn(line) ? 1 : -1);
    return {
      balance: balanceCents,
      change:
        Math.abs(readColumnCents('credit') ?? 0) - Math.abs(readColumnCents('debit') ?? 0) || signedCents,
    };
  });
  const balanceStepsOldestFirst = sortStepsOldestFirst(
    balanceSteps,
    (one, next) => one.balance === next.balance - next.change,
  );
  const openingBalances = balanceStepsOldestFirst.slice(0, 1).map(({ balance, change }) => balance - change);
  return [...openingBalances, ...balanceStepsOldestFirst.map(({ balance }) => balance)].map(
    (cents) => cents / 100,
  );
}

/** Beginnings of an operator's words for outgoing money. Payers may type them too, so balances are checked first. */
const sumPattern = String.raw`(?:${currencySigns} ?)?[\d,]+`;
const outgoingPattern = new RegExp(
  String.raw`^(?:you (?:have )?)?(?:send money|sent? ${sumPattern}|cash ?out|withdr[ae]w|buy|bought|paid ${sumPattern} to)\b`,
  'i',
);

/**
 * Finds the numbers of the lines by which money went out, in a statement with one column for money in and out. The
 * change of the balance decides. Where a line has no balance, the operator's words decide.
 */
export function findOutgoingLines({ columns, lines }: BalanceTable): ReadonlySet<number> {
  if (columns.credit !== undefined || columns.debit !== undefined) return new Set();
  const steps = lines.map(({ line, cells }) => {
    const readColumn = (column: StatementColumn) => cells[columns[column] ?? -1] ?? '';
    return {
      line,
      amount: readCents(readColumn('amount')),
      balance: readCents(readColumn('balance')),
      words: readColumn('reason'),
    };
  });
  const completeSteps = steps.flatMap(({ amount, balance, line }) =>
    amount === null || balance === null ? [] : { line, amount, balance },
  );
  const directionsByLine = new Map<number, 'in' | 'out'>();
  const oldestFirst = sortStepsOldestFirst(
    completeSteps,
    (before, { balance, amount }) => Math.abs(balance - before.balance) === Math.abs(amount),
  );
  for (const [at, { line, amount, balance }] of oldestFirst.entries()) {
    const previousStep = oldestFirst[at - 1];
    if (!previousStep || amount === 0) continue;
    if (balance - previousStep.balance === amount) directionsByLine.set(line, 'in');
    if (balance - previousStep.balance === -amount) directionsByLine.set(line, 'out');
  }
  return new Set(
    steps.flatMap(({ line, words }) => {
      const moneyDirection =
        directionsByLine.get(line) ?? (outgoingPattern.test(words.trim()) ? 'out' : 'in');
      return moneyDirection === 'out' ? line : [];
    }),
  );
}
