import type { StatementImport } from '@institute/contract';
import { type StatementLineState, statementLineStates } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { useState } from 'react';
import type { Column } from '../../../lists/column.ts';
import { countItems } from '../../../ui/count-items.ts';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';
import { LinePages, makeLineColumns } from '../line-list.tsx';
import { AssignLineDialog } from './assign-line-dialog.tsx';
import { PaymentsNotInFileSection } from './payments-not-in-file-section.tsx';
import type { StatementPlan } from './use-imported-text.ts';
import { type LineChoices, mayAssignLine, type StatementLine, useLineChoices } from './use-line-choices.ts';

const lineStateBadges: Record<StatementLineState, [word: string, tone: BadgeTone]> = {
  matched: ['Matched', 'green'],
  likely: ['Likely', 'sun'],
  unmatched: ['Unmatched', 'sky'],
  known: ['Known', 'neutral'],
  differs: ['Differs', 'clay'],
  notMoney: ['Not money', 'neutral'],
  unreadable: ['Unreadable', 'clay'],
};
const columns: Column<StatementLine>[] = [
  ...makeLineColumns(lineStateBadges),
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
        {/* A long ID breaks, because it would push the buttons out of the table */}
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
  plan: StatementPlan;
  isPending: boolean;
  onStore: (likely: number[], choices: StatementImport['choices']) => void;
};

export function StatementPreview({ plan, isPending, onStore }: StatementPreviewProps) {
  const lineChoices = useLineChoices(plan);
  const [assigned, setAssigned] = useState<StatementLine | null>(null);
  const { lines, ticked, counts } = lineChoices;
  const storeButtonLabel = nameStoreButton(counts);
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <StateSums lines={lines} />
      <LikelyCheckbox choices={lineChoices} />
      <PaymentsNotInFileSection unheld={plan.unheld} />
      <LinePages
        caption="Lines of the statement"
        columns={columns}
        lines={lines}
        states={statementLineStates.map((state) => [state, lineStateBadges[state][0]] as const)}
        actions={(line) => (
          <LineActions line={line} choices={lineChoices} onAssign={() => setAssigned(line)} />
        )}
      />
      {counts.waiting > 0 && (
        <p>
          {countItems(counts.waiting, 'line is', 'lines are')} older than seven days, and will wait for an
          owner.
        </p>
      )}
      {storeButtonLabel && (
        <Button
          className="self-start"
          pending={isPending}
          onClick={() => onStore([...ticked], lineChoices.choices)}
        >
          {storeButtonLabel}
        </Button>
      )}
      {assigned && (
        <AssignLineDialog
          line={assigned.line}
          amount={assigned.amount ?? 0}
          chosen={lineChoices.readShares(assigned.line)}
          onSave={(shares) => lineChoices.assign(assigned, shares)}
          onClose={() => setAssigned(null)}
        />
      )}
    </section>
  );
}

/** One checkbox that accepts all likely matches. */
function LikelyCheckbox({ choices: { lines, ticked, tickLines } }: { choices: LineChoices }) {
  const likelyLines = lines.flatMap(({ line, state, mayBeKnown }) =>
    state === 'likely' && !mayBeKnown ? line : [],
  );
  const tickedCount = likelyLines.filter((line) => ticked.has(line)).length;
  if (likelyLines.length === 0) return null;
  return (
    <Checkbox
      label={`All likely people (${likelyLines.length}) are right. Without a tick a line becomes an unassigned payment.`}
      checked={tickedCount === likelyLines.length}
      isPartial={tickedCount > 0 && tickedCount < likelyLines.length}
      onChange={({ target }) => tickLines(likelyLines, target.checked)}
    />
  );
}

type LineActionsProps = { line: StatementLine; choices: LineChoices; onAssign: () => void };

function LineActions({ line: row, choices, onAssign }: LineActionsProps) {
  const { line, state, mayBeKnown, notFee, message } = row;
  const isTicked = choices.ticked.has(line);
  const isLeftOut = choices.leftOut.has(line);
  return (
    <span className="flex items-center justify-end gap-2 md:flex-col md:items-end md:whitespace-nowrap">
      {mayBeKnown && !isLeftOut && (
        <Checkbox
          label="Another payment"
          aria-label={`Line ${line} is another payment`}
          checked={isTicked}
          onChange={({ target }) => choices.tickAnother(line, target.checked)}
        />
      )}
      {state === 'likely' && !mayBeKnown && (
        <Checkbox
          label={<span className="sr-only">{`Line ${line} is of ${message}`}</span>}
          checked={isTicked}
          onChange={({ target }) => choices.tickLines([line], target.checked)}
        />
      )}
      {(choices.isStored(row) || notFee) && (
        <Button size="sm" variant="outline" aria-label={`Assign line ${line}`} onClick={onAssign}>
          Assign
        </Button>
      )}
      {(mayAssignLine(state) || isLeftOut) && !notFee && (
        <Button
          size="sm"
          variant={isLeftOut ? 'primary' : 'outline'}
          aria-label={`Line ${line} is not a fee`}
          aria-pressed={isLeftOut}
          onClick={() => choices.toggleFee(line)}
        >
          Not a Fee
        </Button>
      )}
    </span>
  );
}

/** Label of the button. Null when there is nothing to do. */
function nameStoreButton({ stored, waiting, leftOut, confirming }: LineChoices['counts']): string | null {
  if (stored > 0) return `Store ${countItems(stored, 'Payment')}`;
  if (waiting > 0) return `Leave ${countItems(waiting, 'Line')} to an Owner`;
  if (leftOut > 0) return `Leave Out ${countItems(leftOut, 'Line')}`;
  return confirming > 0 ? `Confirm ${countItems(confirming, 'Payment')}` : null;
}

/** How many lines each state has, and their sum. */
function StateSums({ lines }: { lines: readonly StatementLine[] }) {
  const stateSums = statementLineStates.map((state) => {
    const linesInState = lines.filter((line) => line.state === state);
    return {
      state,
      count: linesInState.length,
      sum: linesInState.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    };
  });
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {stateSums.flatMap(({ state, count, sum }) =>
        count === 0 ? (
          []
        ) : (
          <div key={state} className="flex flex-col gap-1">
            <dt>
              <Badge tone={lineStateBadges[state][1]}>{lineStateBadges[state][0]}</Badge>
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
