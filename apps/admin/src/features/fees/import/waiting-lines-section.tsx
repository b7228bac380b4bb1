import { feeMethodNames, type WaitingLineState } from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { formatDate, toLocalYear } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { useMaySee } from '../../../api/rights.ts';
import { useChangeWithOutcome } from '../../../api/use-change.ts';
import type { Column } from '../../../lists/column.ts';
import { countItems } from '../../../ui/count-items.ts';
import { describeWaitingCount } from '../../../ui/count-waiting.ts';
import { useDescribeNotification } from '../../../ui/outbox-message.tsx';
import { useQuestion } from '../../../ui/use-question.tsx';
import { makeAmountColumn, makeTextColumn, payerColumn } from '../fee-columns.tsx';
import { LinePages } from '../line-list.tsx';

type WaitingLine = AdminAnswers['fees']['waiting']['items'][number];

const waitingStateBadges: Record<WaitingLineState, [word: string, tone: BadgeTone]> = {
  waiting: ['Waits', 'sun'],
  likely: ['Likely', 'sun'],
  known: ['Known', 'neutral'],
};

/** "Ann Akello", or "Ann Akello 20,000, Ben Okot 30,000". */
const nameShareOwners = ({ parts }: WaitingLine): string =>
  parts
    .map(({ name, amount }) => `${name ?? 'Deleted'}${parts.length > 1 ? ` ${formatNumber(amount)}` : ''}`)
    .join(', ') || 'Unassigned';

const columns: Column<WaitingLine>[] = [
  {
    heading: 'State',
    phone: 'fact',
    cell: ({ state }) => <Badge tone={waitingStateBadges[state][1]}>{waitingStateBadges[state][0]}</Badge>,
  },
  {
    heading: 'Whose',
    phone: 'title',
    isWhole: true,
    cell: (line) => [nameShareOwners(line), line.message].filter(Boolean).join('. '),
  },
  makeAmountColumn('Amount', ({ amount }) => amount),
  {
    heading: 'Day',
    phone: 'fact',
    className: 'whitespace-nowrap',
    cell: ({ receivedOn }) => formatDate(receivedOn),
  },
  payerColumn,
  makeTextColumn('Reason', ({ note }) => note),
  makeTextColumn('Transaction', ({ method, operatorId }) => `${feeMethodNames[method]} ${operatorId}`),
  makeTextColumn('Imported By', ({ recordedBy }) => recordedBy),
];

/**
 * Lists lines whose payment was received more than seven days before the import. Renders nothing if none
 * waits.
 */
export function WaitingLinesSection() {
  const isOwner = useMaySee()('owner');
  const { data: { items: lines } = { items: [] } } = admin.fees.waiting.useQuery();
  const { mutateAsync: confirm, isPending } = admin.fees.confirmWaiting.useMutation();
  const { mutateAsync: leaveOut } = admin.fees.leaveOutWaiting.useMutation();
  const describeNotification = useDescribeNotification();
  const { change, outcome } = useChangeWithOutcome();
  const { ask, question } = useQuestion();
  if (lines.length === 0) return null;
  const waitingLineIds = lines.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const monthsOfLines = [...new Set(lines.map(({ receivedOn }) => receivedOn.slice(0, 7)))];
  const confirmLines = (ids: number[], another: number[] = []) =>
    change(() => confirm({ ids, another }), {
      done: ({ count }) => `${countItems(count, 'payment')} stored`,
      failed: 'Nothing was stored',
    });
  const askToLeaveOutLine = (line: WaitingLine) =>
    ask({
      title: `Leave out ${describeWaitingLine(line)}?`,
      description: 'It is no fee, and stays left out when a later file has it.',
      confirmLabel: 'Leave Out',
      onConfirm: () =>
        change(() => leaveOut({ ids: [line.id] }), {
          done: 'The line is left out',
          failed: 'The line was not left out',
        }),
    });
  return (
    <section aria-label="For an owner" className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <Heading level={2} size="card">
          {describeWaitingCount(lines.length, monthsOfLines, toLocalYear(new Date()))}
        </Heading>
        {isOwner && waitingLineIds.length > 0 && (
          <Button pending={isPending} onClick={() => confirmLines(waitingLineIds)}>
            Confirm {countItems(waitingLineIds.length, 'Line')}
          </Button>
        )}
      </div>
      <p className="text-muted">
        They came more than seven days before their import.{' '}
        {isOwner
          ? describeNotification('Once you confirm, the payers are told')
          : 'Only an owner stores them.'}
      </p>
      <OutcomeLine outcome={outcome} />
      <LinePages
        caption="Lines that wait"
        columns={columns}
        lines={lines}
        states={[]}
        actions={
          isOwner
            ? (line) => (
                <span className="flex gap-2 whitespace-nowrap">
                  {line.state === 'likely' && (
                    <Button
                      size="sm"
                      aria-label={`Another payment: ${describeWaitingLine(line)}`}
                      onClick={() => confirmLines([line.id], [line.id])}
                    >
                      Another Payment
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`Leave out ${describeWaitingLine(line)}`}
                    onClick={() => askToLeaveOutLine(line)}
                  >
                    Leave Out
                  </Button>
                </span>
              )
            : undefined
        }
      />
      {question}
    </section>
  );
}

/** "UGX 50,000 of 3 Feb 2027". */
const describeWaitingLine = ({ amount, receivedOn }: WaitingLine): string =>
  `${formatLocalMoney(amount)} of ${formatDate(receivedOn)}`;
