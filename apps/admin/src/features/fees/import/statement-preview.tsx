import type { StatementImport } from '@institute/contract';
import { isBackdated, type LineState, lineStates } from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { useState } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import { useMaySee } from '../../../api/rights.ts';
import type { Column } from '../../../lists/column.ts';
import { countItems } from '../../../ui/count-items.ts';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';
import { LinePages, makeLineColumns } from '../line-list.tsx';
import { type Share, toParts } from '../parts-field.tsx';
import { AssignLineDialog } from './assign-line-dialog.tsx';
import { PaymentsNotInFileSection } from './payments-not-in-file-section.tsx';

type Plan = AdminAnswers['fees']['plan'];
type Line = Plan['lines'][number] & { id: number };

const states: Record<LineState, [word: string, tone: BadgeTone]> = {
  matched: ['Matched', 'green'],
  likely: ['Likely', 'sun'],
  unmatched: ['Unmatched', 'sky'],
  known: ['Known', 'neutral'],
  differs: ['Differs', 'clay'],
  notMoney: ['Not money', 'neutral'],
  unreadable: ['Unreadable', 'clay'],
};
const columns: Column<Line>[] = [
  ...makeLineColumns(states),
  {
    heading: 'Whose, or Why',
    phone: 'title',
    isWhole: true,
    cell: ({ line, message }) => message ?? `Line ${line}`,
  },
  makeAmountColumn('Amount', ({ amount }) => amount),
  {
    heading: 'Day, Transaction ID',
    phone: 'fact',
    isWhole: true,
    cell: ({ day, operatorId }) => (
      <>
        <span className="md:block">{day ? formatDate(day) : '–'}</span>{' '}
        {/* A longer ID than usual would push the buttons out of the table */}
        <span className="md:inline-block md:max-w-64 md:wrap-break-word md:whitespace-normal">
          {operatorId}
        </span>
      </>
    ),
  },
  makeTextColumn('Payer, Reason', ({ payerName, payerPhone, typedReason }) => [
    payerName,
    payerPhone,
    typedReason,
  ]),
];

type StatementPreviewProps = {
  plan: Plan;
  isPending: boolean;
  onStore: (likely: number[], choices: StatementImport['choices']) => void;
};

export function StatementPreview({ plan, isPending, onStore }: StatementPreviewProps) {
  const isOwner = useMaySee()('owner');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<number, Share[]>>(new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [assigned, setAssigned] = useState<Line | null>(null);
  const lines = plan.lines
    .map((line): Line => {
      const shares = chosen.get(line.line);
      const matchedShares = shares && { state: 'matched' as const, message: nameShares(shares, line.amount) };
      const noFee = leftOut.has(line.line) && { state: 'notMoney' as const, message: 'Not a fee' };
      return { ...line, id: line.line, ...matchedShares, ...noFee };
    })
    .sort((one, other) => Number(other.state === 'differs') - Number(one.state === 'differs'));
  const likely = lines.flatMap(({ line, state, mayBeKnown }) =>
    state === 'likely' && !mayBeKnown ? line : [],
  );
  const tickedLikely = likely.filter((line) => ticked.has(line)).length;
  const mayBeTwice = ({ line, mayBeKnown }: Line) => mayBeKnown && !ticked.has(line);
  const today = toLocalDay(new Date());
  const isForOwner = ({ day }: Line) => !isOwner && day !== null && isBackdated(day, today);
  const stored = lines.filter((line) => mayAssign(line.state) && !mayBeTwice(line));
  const waiting = stored.filter(isForOwner).length;
  const setTicks = (changed: readonly number[], isTicked: boolean) =>
    setTicked(new Set([...ticked].filter((line) => !changed.includes(line)).concat(isTicked ? changed : [])));
  const forgetShares = (line: number) => setChosen(new Map([...chosen].filter(([one]) => one !== line)));
  const toggleFee = (line: number) => {
    const others = [...leftOut].filter((one) => one !== line);
    setLeftOut(new Set(leftOut.has(line) ? others : [...others, line]));
    forgetShares(line);
    setTicks([line], false);
  };
  const confirming = lines.filter(({ line, confirms }) => confirms !== null && !ticked.has(line)).length;
  const storeLabel = nameStep({
    stored: stored.length - waiting,
    waiting,
    leftOut: leftOut.size,
    confirming,
  });
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <StateSums lines={lines} />
      {likely.length > 0 && (
        <Checkbox
          label={`All likely people (${likely.length}) are right. Without a tick a line becomes an unassigned payment.`}
          checked={tickedLikely === likely.length}
          isPartial={tickedLikely > 0 && tickedLikely < likely.length}
          onChange={({ target }) => setTicks(likely, target.checked)}
        />
      )}
      <PaymentsNotInFileSection unheld={plan.unheld} />
      <LinePages
        caption="Lines of the statement"
        columns={columns}
        lines={lines}
        states={lineStates.map((state) => [state, states[state][0]] as const)}
        actions={(row) => (
          <span className="flex items-center justify-end gap-2 md:flex-col md:items-end md:whitespace-nowrap">
            {row.mayBeKnown && !leftOut.has(row.line) && (
              <Checkbox
                label="Another payment"
                aria-label={`Line ${row.line} is another payment`}
                checked={ticked.has(row.line)}
                onChange={({ target }) => {
                  setTicks([row.line], target.checked);
                  if (!target.checked) forgetShares(row.line);
                }}
              />
            )}
            {row.state === 'likely' && !row.mayBeKnown && (
              <Checkbox
                label={<span className="sr-only">{`Line ${row.line} is of ${row.message}`}</span>}
                checked={ticked.has(row.line)}
                onChange={({ target }) => setTicks([row.line], target.checked)}
              />
            )}
            {((mayAssign(row.state) && !mayBeTwice(row)) || row.notFee) && (
              <Button
                size="sm"
                variant="outline"
                aria-label={`Assign line ${row.line}`}
                onClick={() => setAssigned(row)}
              >
                Assign
              </Button>
            )}
            {(mayAssign(row.state) || leftOut.has(row.line)) && !row.notFee && (
              <Button
                size="sm"
                variant={leftOut.has(row.line) ? 'primary' : 'outline'}
                aria-label={`Line ${row.line} is not a fee`}
                aria-pressed={leftOut.has(row.line)}
                onClick={() => toggleFee(row.line)}
              >
                Not a Fee
              </Button>
            )}
          </span>
        )}
      />
      {waiting > 0 && (
        <p>
          {countItems(waiting, 'line is', 'lines are')} older than seven days, and will wait for an owner.
        </p>
      )}
      {storeLabel && (
        <Button
          className="self-start"
          pending={isPending}
          onClick={() => onStore([...ticked], toChoices(plan, chosen, leftOut))}
        >
          {storeLabel}
        </Button>
      )}
      {assigned && (
        <AssignLineDialog
          line={assigned.line}
          amount={assigned.amount ?? 0}
          chosen={chosen.get(assigned.line) ?? []}
          onSave={(shares) => {
            setChosen(new Map(chosen).set(assigned.line, shares));
            if (!assigned.mayBeKnown) setTicks([assigned.line], false);
          }}
          onClose={() => setAssigned(null)}
        />
      )}
    </section>
  );
}

type Step = 'stored' | 'waiting' | 'leftOut' | 'confirming';

/** Label of the button. Null when there is nothing to do. */
function nameStep({ stored, waiting, leftOut, confirming }: Record<Step, number>): string | null {
  if (stored > 0) return `Store ${countItems(stored, 'Payment')}`;
  if (waiting > 0) return `Leave ${countItems(waiting, 'Line')} to an Owner`;
  if (leftOut > 0) return `Leave Out ${countItems(leftOut, 'Line')}`;
  return confirming > 0 ? `Confirm ${countItems(confirming, 'Payment')}` : null;
}

/** How many lines each state has, and their sum. */
function StateSums({ lines }: { lines: readonly Line[] }) {
  const sums = lineStates.map((state) => {
    const linesInState = lines.filter((line) => line.state === state);
    return {
      state,
      count: linesInState.length,
      sum: linesInState.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    };
  });
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {sums.flatMap(({ state, count, sum }) =>
        count === 0 ? (
          []
        ) : (
          <div key={state} className="flex flex-col gap-1">
            <dt>
              <Badge tone={states[state][1]}>{states[state][0]}</Badge>
            </dt>
            <dd className="tabular-nums">
              {countItems(count, 'line')}
              {sum > 0 && <span className="whitespace-nowrap">, {formatLocalMoney(sum)}</span>}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

const mayAssign = (state: LineState): boolean =>
  state === 'matched' || state === 'likely' || state === 'unmatched';

/** "Ann Akello 20,000, Ben Okot 30,000" */
const nameShares = (shares: readonly Share[], amount: number | null): string =>
  toParts(shares, amount)
    .map((part, at) => `${shares[at]?.person.name} ${formatNumber(part.amount ?? 0)}`)
    .join(', ');

/** Leaves out lines without a choice. */
function toChoices(
  { lines }: Plan,
  chosen: ReadonlyMap<number, Share[]>,
  leftOut: ReadonlySet<number>,
): StatementImport['choices'] {
  const choices = lines.flatMap(({ line, amount }) => {
    if (leftOut.has(line)) return { line, notFee: true as const };
    const shares = chosen.get(line);
    return shares && amount !== null ? { line, parts: toParts(shares, amount) } : [];
  });
  return choices.length > 0 ? choices : undefined;
}
