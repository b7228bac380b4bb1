import type { StatementImport } from '@institute/contract';
import {
  feeMethodNames,
  type LineState,
  lineStates,
  type StatementColumn,
  statementColumns,
  statementMethods,
} from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { BadgeTone } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { useState } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import { Choice } from '../../../lists/choice.tsx';
import type { Column } from '../../../lists/column.ts';
import { countItems } from '../../../ui/count-items.ts';
import { amountColumn, payerColumn, textColumn } from '../fee-columns.tsx';
import { LinePages, lineColumns } from '../line-list.tsx';
import { type Share, toParts } from '../parts-field.tsx';
import { AssignLineDialog } from './assign-line-dialog.tsx';

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
const columnNames: Record<StatementColumn, string> = {
  day: 'Day',
  operatorId: 'Transaction ID',
  amount: 'Amount',
  credit: 'Money In',
  debit: 'Money Out',
  payerName: 'Payer',
  payerPhone: 'Phone',
  reason: 'Reason',
  status: 'Status',
  balance: 'Balance',
};

const columns: Column<Line>[] = [
  ...lineColumns(states),
  {
    heading: 'Whose, or Why',
    phone: 'title',
    className: 'wrap-anywhere md:min-w-40',
    cell: ({ line, message }) => message ?? `Line ${line}`,
  },
  amountColumn('Amount', ({ amount }) => amount),
  { heading: 'Day', phone: 'fact', cell: ({ day }) => (day ? formatDate(day) : '–') },
  payerColumn,
  textColumn('Reason', ({ typedReason }) => typedReason),
  { heading: 'Transaction ID', className: 'wrap-anywhere', cell: ({ operatorId }) => operatorId ?? '–' },
];

type StatementPreviewProps = {
  plan: Plan;
  isPending: boolean;
  onChoose: (choices: Partial<Pick<Plan, 'columns' | 'method'>>) => void;
  onStore: (likely: number[], choices: StatementImport['choices']) => void;
};

export function StatementPreview({ plan, isPending, onChoose, onStore }: StatementPreviewProps) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<number, Share[]>>(new Map());
  const [assigned, setAssigned] = useState<Line | null>(null);
  const lines = plan.lines
    .map((line): Line => {
      const shares = chosen.get(line.line);
      const whose = shares && { state: 'matched' as const, message: nameShares(shares, line.amount) };
      return { ...line, id: line.line, ...whose };
    })
    .sort((one, other) => Number(other.state === 'differs') - Number(one.state === 'differs'));
  const countState = (state: LineState) => lines.filter((line) => line.state === state).length;
  const likely = lines.flatMap(({ line, state, mayBeKnown }) =>
    state === 'likely' && !mayBeKnown ? line : [],
  );
  const tickedLikely = likely.filter((line) => ticked.has(line)).length;
  const isLeftOut = ({ line, mayBeKnown }: Line) => mayBeKnown && !ticked.has(line);
  const stored = lines.filter((line) => mayAssign(line.state) && !isLeftOut(line)).length;
  const tickLines = (changed: readonly number[], isTicked: boolean) =>
    setTicked(new Set([...ticked].filter((line) => !changed.includes(line)).concat(isTicked ? changed : [])));
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <ColumnChoices plan={plan} onChoose={onChoose} />
      {plan.missing.length > 0 && (
        <p>Choose the columns of: {plan.missing.map((column) => columnNames[column]).join(', ')}.</p>
      )}
      {likely.length > 0 && (
        <Checkbox
          label={`All likely people (${likely.length}) are right. Without a tick a line becomes an unassigned payment.`}
          checked={tickedLikely === likely.length}
          isPartial={tickedLikely > 0 && tickedLikely < likely.length}
          onChange={({ target }) => tickLines(likely, target.checked)}
        />
      )}
      <LinePages
        caption="Lines of the statement"
        columns={columns}
        lines={lines}
        states={lineStates.map((state) => [state, `${states[state][0]} (${countState(state)})`] as const)}
        actions={(row) =>
          mayAssign(row.state) && (
            <span className="flex items-center gap-2">
              {row.mayBeKnown ? (
                <Checkbox
                  label="Another payment"
                  aria-label={`Line ${row.line} is another payment`}
                  checked={ticked.has(row.line)}
                  onChange={({ target }) => {
                    tickLines([row.line], target.checked);
                    if (!target.checked) setChosen(withoutLine(chosen, row.line));
                  }}
                />
              ) : (
                row.state === 'likely' && (
                  <Checkbox
                    label={<span className="sr-only">{`Line ${row.line} is of ${row.message}`}</span>}
                    checked={ticked.has(row.line)}
                    onChange={({ target }) => tickLines([row.line], target.checked)}
                  />
                )
              )}
              {!isLeftOut(row) && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Assign line ${row.line}`}
                  onClick={() => setAssigned(row)}
                >
                  Assign
                </Button>
              )}
            </span>
          )
        }
      />
      {stored > 0 && (
        <Button
          className="self-start"
          pending={isPending}
          onClick={() => onStore([...ticked], chosen.size > 0 ? toChoices(chosen, plan) : undefined)}
        >
          Store {countItems(stored, 'Payment')}
        </Button>
      )}
      {assigned && (
        <AssignLineDialog
          line={assigned.line}
          amount={assigned.amount ?? 0}
          chosen={chosen.get(assigned.line) ?? []}
          onSave={(shares) => {
            setChosen(new Map(chosen).set(assigned.line, shares));
            if (!assigned.mayBeKnown) tickLines([assigned.line], false);
          }}
          onClose={() => setAssigned(null)}
        />
      )}
    </section>
  );
}

const mayAssign = (state: LineState): boolean =>
  state === 'matched' || state === 'likely' || state === 'unmatched';

const withoutLine = (chosen: ReadonlyMap<number, Share[]>, line: number) =>
  new Map([...chosen].filter(([one]) => one !== line));

/** "Ann Akello 20,000, Ben Okot 30,000" */
const nameShares = (shares: readonly Share[], amount: number | null): string =>
  toParts(shares, amount)
    .map((part, at) => `${shares[at]?.person.name} ${formatNumber(part.amount ?? 0)}`)
    .join(', ');

const toChoices = (chosen: ReadonlyMap<number, Share[]>, { lines }: Plan): StatementImport['choices'] =>
  lines.flatMap(({ line, amount }) => {
    const shares = chosen.get(line);
    return shares && amount !== null ? { line, parts: toParts(shares, amount) } : [];
  });

function ColumnChoices({ plan, onChoose }: Pick<StatementPreviewProps, 'plan' | 'onChoose'>) {
  const { headings, method, missing } = plan;
  const choices = headings.map((heading, at) => [at, heading || `Column ${at + 1}`] as const);
  return (
    <details open={missing.length > 0}>
      <summary className="cursor-pointer py-2.5 text-base font-semibold">
        Read as {feeMethodNames[method]}: change method or columns
      </summary>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
        <Choice
          label="Method"
          all={feeMethodNames[method]}
          choices={statementMethods
            .filter((one) => one !== method)
            .map((one) => [one, feeMethodNames[one]] as const)}
          value={undefined}
          onChange={(chosen) => onChoose({ method: chosen })}
        />
        {statementColumns.map((column) => (
          <Choice
            key={column}
            label={columnNames[column]}
            all="None"
            choices={choices}
            value={plan.columns[column]}
            onChange={(chosen) => onChoose({ columns: { ...plan.columns, [column]: chosen } })}
          />
        ))}
      </div>
    </details>
  );
}
