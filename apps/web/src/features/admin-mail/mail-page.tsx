import { formatNumber } from '@institute/contract/rules';
import { MailCheck, RotateCcw } from 'lucide-react';
import { ContentTable } from '../../admin-ui/list/content-table.tsx';
import { type AdminAnswers, admin, failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { columns, kindOf, recipientOf } from './mail-columns.tsx';
import { useRetry } from './use-retry.ts';

const LOOK_EVERY_MS = 10_000;

/** Which mails did not go out, why, and the way to try them again. */
export function MailPage() {
  const watched = { refetchInterval: LOOK_EVERY_MS };
  const { data: counts } = admin.mail.counts.useQuery(undefined, watched);
  const { data: failures, error, refetch, isFetching } = admin.mail.failures.useQuery(undefined, watched);
  const { retry, retryAll, isPending } = useRetry();

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <Heading level={1} size="block">
            Mail
          </Heading>
          <p aria-live="polite" className="text-muted">
            {counts ? countsLine(counts) : 'Counting…'}
          </p>
        </div>
        {failures && failures.length > 0 && (
          <Button onClick={retryAll} pending={isPending}>
            <RotateCcw aria-hidden />
            Retry All
          </Button>
        )}
      </div>
      {error && !failures ? (
        <ErrorState
          title="The mails could not be loaded"
          description={failureOf(error).message}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      ) : failures?.length === 0 ? (
        <EmptyState
          icon={MailCheck}
          title="Every mail has gone out."
          description="What cannot be sent will stand here, with the reason."
        />
      ) : (
        <ContentTable
          caption="Mails that have not gone out"
          columns={columns}
          rows={failures}
          isOutdated={false}
          actions={(mail) => (
            <Button
              variant="outline"
              size="sm"
              disabled={isPending}
              onClick={() => retry(mail.id)}
              aria-label={`Retry ${kindOf(mail)} to ${recipientOf(mail)}`}
            >
              Retry
            </Button>
          )}
        />
      )}
    </div>
  );
}

type Counts = AdminAnswers['mail']['counts'];

const countsLine = ({ waiting, parked, sentToday }: Counts): string =>
  [
    `Sent today: ${formatNumber(sentToday)}`,
    `Waiting: ${formatNumber(waiting)}`,
    `Given up: ${formatNumber(parked)}`,
  ].join(' · ');
