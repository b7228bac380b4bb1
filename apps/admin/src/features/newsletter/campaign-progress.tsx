import { formatNumber } from '@institute/contract/money';
import { formatDateTime } from '@institute/contract/time';
import { Progress } from '@institute/ui/progress.tsx';
import { type Campaign, CampaignBadge, recipientsOf, sentOf } from './campaign-list.tsx';

/** Screen readers announce changes of the state, not every email. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { state, counts, startedAt, finishedAt } = campaign;
  return (
    <section aria-label="Sending" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CampaignBadge state={state} />
        <p role="status">{stateLine(campaign)}</p>
      </div>
      {state !== 'draft' && (
        <>
          <Progress
            value={counts.sent}
            max={recipientsOf(campaign)}
            label="Sent"
            text={`${sentOf(campaign)} sent`}
          />
          <dl className="flex flex-wrap gap-x-6 gap-y-2">
            <Figure label="Sent" value={counts.sent} />
            <Figure label={state === 'sent' ? 'To be tried again' : 'Queued'} value={counts.queued} />
            <Figure label="Failed" value={counts.failed} />
            <Figure label="Left" value={counts.left} />
            {counts.skipped > 0 && <Figure label="Unsubscribed or given up" value={counts.skipped} />}
          </dl>
          <p className="text-sm text-muted">
            {startedAt && `Started ${formatDateTime(startedAt)}`}
            {finishedAt && ` · Finished ${formatDateTime(finishedAt)}`}
          </p>
        </>
      )}
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{formatNumber(value)}</dd>
    </div>
  );
}

const lines = {
  sending: 'Being sent. It goes on by itself, also when this window is closed.',
  stopped: 'Stopped. Nothing more goes out until somebody resumes it.',
  sent: 'Everybody was sent this newsletter.',
};

function stateLine({ state, counts: { left } }: Campaign): string {
  if (state !== 'draft') return lines[state];
  const readers = left === 1 ? '1 subscriber has' : `${formatNumber(left)} subscribers have`;
  return `Not sent yet. ${readers} confirmed and would get it.`;
}
