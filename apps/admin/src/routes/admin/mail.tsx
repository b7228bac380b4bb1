import { formatNumber } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { MailCheck, RotateCcw } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { DateCell, NameCell } from '../../lists/cells.tsx';
import { type Column, emailColumn } from '../../lists/column.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { useChange } from '../../parts/use-change.ts';

export const Route = createFileRoute('/admin/mail')({
  head: () => ({ meta: [{ title: 'Mail – Admin' }] }),
  component: EmailsPage,
});

const REFETCH_MS = 10_000;

type FailedEmail = AdminAnswers['emails']['failures'][number];

const recipientOf = ({ recipient }: FailedEmail): string => recipient ?? 'the office';
const kindOf = ({ kind }: FailedEmail): string => capitalise(kind.replaceAll('-', ' '));

const columns: Column<FailedEmail>[] = [
  { heading: 'Mail', sort: kindOf, plain: true, cell: (email) => <NameCell>{kindOf(email)}</NameCell> },
  {
    heading: 'Recipient',
    sort: recipientOf,
    cell: (email) => <EmailAddress>{recipientOf(email)}</EmailAddress>,
    className: emailColumn,
  },
  {
    heading: 'State',
    sort: ({ state }) => state,
    cell: ({ state }) => (
      <Badge tone={state === 'parked' ? 'clay' : 'sun'}>{state === 'parked' ? 'Given up' : 'Waiting'}</Badge>
    ),
  },
  { heading: 'Tries', sort: ({ tries }) => tries, cell: ({ tries }) => tries },
  {
    heading: 'Last Error',
    sort: ({ lastError }) => lastError,
    cell: ({ lastError }) => <span className="wrap-anywhere md:block md:min-w-48">{lastError ?? '–'}</span>,
  },
  {
    heading: 'Next Try',
    sort: ({ nextTryAt }) => nextTryAt,
    cell: ({ nextTryAt }) => (nextTryAt ? formatDateTime(nextTryAt) : '–'),
    className: 'md:whitespace-nowrap',
  },
  {
    heading: 'Written',
    sort: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DateCell value={createdAt} />,
  },
];

function EmailsPage() {
  const { data: counts } = admin.emails.counts.useQuery(undefined, { refetchInterval: REFETCH_MS });
  const found = admin.emails.failures.useQuery(undefined, {
    refetchInterval: REFETCH_MS,
    select: (items) => ({ items, total: items.length }),
  });
  const retry = admin.emails.retry.useMutation();
  const retryAll = admin.emails.retryAll.useMutation();
  const isPending = retry.isPending || retryAll.isPending;
  const change = useChange();
  const failed = 'The mail could not be sent again';

  return (
    <ListScreen
      heading="Mail"
      many="mails"
      count={counts && countsLine(counts)}
      found={found}
      tools={
        found.data &&
        found.data.total > 0 && (
          <Button
            onClick={() =>
              change(() => retryAll.mutateAsync(), { done: 'All of them are on their way again', failed })
            }
            pending={isPending}
          >
            <RotateCcw aria-hidden />
            Retry All
          </Button>
        )
      }
      rows={(rows) => (
        <RowTable
          caption="Mails that have not gone out"
          columns={columns}
          actions={(email) => (
            <Button
              variant="outline"
              size="sm"
              disabled={isPending}
              onClick={() =>
                change(() => retry.mutateAsync({ id: email.id }), {
                  done: 'The mail is on its way again',
                  failed,
                })
              }
              aria-label={`Retry ${kindOf(email)} to ${recipientOf(email)}`}
            >
              Retry
            </Button>
          )}
          {...rows}
        />
      )}
      empty={
        <EmptyState
          icon={MailCheck}
          title="Every mail has gone out."
          description="What cannot be sent will stand here, with the reason."
        />
      }
    />
  );
}

const countsLine = ({ waiting, parked, sentToday }: AdminAnswers['emails']['counts']): string =>
  [
    `Sent today: ${formatNumber(sentToday)}`,
    `Waiting: ${formatNumber(waiting)}`,
    `Given up: ${formatNumber(parked)}`,
  ].join(' · ');
