import { formatNumber } from '@institute/contract/money';
import { formatDateTime } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Progress } from '@institute/ui/progress.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@institute/ui/tabs.tsx';
import { CirclePause, CirclePlay, Pencil, Send, TestTubeDiagonal } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { loadOnceOptions } from '../../api/load-options.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import {
  joinWrittenToFileNotice,
  useDescribeSentMessage,
  useWrittenToFileNotice,
} from '../../ui/outbox-message.tsx';
import { showInFrame } from '../../ui/trusted-html.ts';
import { useQuestion } from '../../ui/use-question.tsx';
import { type Campaign, CampaignBadge, countRecipients, formatSentCount } from './campaign-list.tsx';

const STATE_INTERVAL_MS = 2000;

type CampaignDialogProps = { id: number; onEdit: () => void; onClose: () => void };

export function CampaignDialog({ id, onEdit, onClose }: CampaignDialogProps) {
  const campaignQuery = admin.newsletter.campaigns.get.useQuery(
    { id },
    { refetchInterval: ({ state }) => state.data?.view.state === 'sending' && STATE_INTERVAL_MS },
  );
  return (
    <Dialog onClose={onClose} title={campaignQuery.data?.view.subject ?? 'Newsletter'} size="lg">
      <Loading query={campaignQuery} failed="This newsletter could not be loaded" skeleton={skeleton}>
        {({ view, tag }) => (
          <div className="flex flex-col gap-5">
            <CampaignProgress campaign={view} />
            <CampaignPreview id={id} />
            <CampaignActions campaign={view} tag={tag} onEdit={onEdit} />
          </div>
        )}
      </Loading>
    </Dialog>
  );
}

const skeleton = <Skeletons heights={['h-20', 'h-96']} />;

/** Screen readers announce changes of the state, not every email. */
function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { state, counts, startedAt, finishedAt } = campaign;
  const campaignFileNotice = useWrittenToFileNotice({ email: 1, sms: 0 });
  return (
    <section aria-label="Sending" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CampaignBadge state={state} />
        <p role="status">
          {joinWrittenToFileNotice(
            describeCampaignState(campaign),
            state === 'draft' ? undefined : campaignFileNotice,
          )}
        </p>
      </div>
      {state !== 'draft' && (
        <>
          <Progress
            value={counts.sent}
            max={countRecipients(campaign)}
            label="Sent"
            text={`${formatSentCount(campaign)} sent`}
          />
          <dl className="flex flex-wrap gap-x-6 gap-y-2">
            <CampaignFigure label="Sent" value={counts.sent} />
            <CampaignFigure label={state === 'sent' ? 'To be tried again' : 'Queued'} value={counts.queued} />
            <CampaignFigure label="Failed" value={counts.failed} />
            <CampaignFigure label="Left" value={counts.left} />
            {counts.skipped > 0 && <CampaignFigure label="Unsubscribed or given up" value={counts.skipped} />}
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

function CampaignFigure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{formatNumber(value)}</dd>
    </div>
  );
}

const stateTexts = {
  sending: 'Being sent. It goes on by itself, also when this window is closed.',
  stopped: 'Stopped. Nothing more goes out until somebody resumes it.',
  sent: 'Everybody was sent this newsletter.',
};

function describeCampaignState({ state, counts: { left } }: Campaign): string {
  if (state !== 'draft') return stateTexts[state];
  const verb = left === 1 ? 'has' : 'have';
  return `Not sent yet. ${countItems(left, 'subscriber')} ${verb} confirmed and would get it.`;
}

function CampaignPreview({ id }: { id: number }) {
  const query = admin.newsletter.campaigns.preview.useQuery({ id }, loadOnceOptions);
  return (
    <Loading query={query} failed="The preview could not be loaded">
      {({ html, text }) => (
        <Tabs defaultValue="html">
          <TabsList aria-label="Preview">
            <TabsTrigger value="html">Preview</TabsTrigger>
            <TabsTrigger value="text">Plain text</TabsTrigger>
          </TabsList>
          <TabsContent value="html">
            <iframe
              ref={(frame) => {
                if (frame) showInFrame(frame, html);
              }}
              title="Preview of the email"
              sandbox=""
              className="h-[28rem] w-full rounded-control border border-line bg-white"
            />
          </TabsContent>
          <TabsContent value="text">
            <pre className="rounded-control border border-line p-4 text-sm whitespace-pre-wrap">{text}</pre>
          </TabsContent>
        </Tabs>
      )}
    </Loading>
  );
}

type CampaignActionsProps = {
  campaign: Campaign;
  /** The server refuses to send a newer version than the one shown. */
  tag: string;
  onEdit: () => void;
};

function CampaignActions({ campaign, tag, onEdit }: CampaignActionsProps) {
  const { id, state } = campaign;
  const { sendTest, start, stop, resume } = admin.newsletter.campaigns;
  const sendTestMutation = sendTest.useMutation();
  const startMutation = start.useMutation();
  const stopMutation = stop.useMutation();
  const resumeMutation = resume.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const { ask, question } = useQuestion();
  const describeSentEmail = useDescribeSentMessage('email');
  const emailFileNotice = useWrittenToFileNotice({ email: campaign.counts.left, sms: 0 });

  const askToSend = () =>
    ask({
      title: `Send this newsletter to ${countItems(campaign.counts.left, 'subscriber')}?`,
      description: [
        'You can stop it later, but emails that were sent cannot be called back, and its text can no longer be changed.',
        emailFileNotice,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Send',
      onConfirm: () =>
        change(() => startMutation.mutateAsync({ id, ifMatch: tag }), {
          failed: 'Failed to send newsletter',
        }),
    });

  return (
    <DialogFooter>
      <OutcomeLine outcome={outcome} />
      <Button
        variant="outline"
        pending={sendTestMutation.isPending}
        onClick={() =>
          change(() => sendTestMutation.mutateAsync({ id }), {
            done: ({ recipient }) => describeSentEmail(`Test sent to ${recipient}`),
            failed: 'Failed to send test',
          })
        }
      >
        <TestTubeDiagonal aria-hidden />
        Send test
      </Button>
      {state === 'draft' && (
        <>
          <Button variant="outline" onClick={onEdit}>
            <Pencil aria-hidden />
            Edit
          </Button>
          {campaign.counts.left === 0 ? (
            <p className="self-center text-sm text-muted">It can be sent once somebody has subscribed.</p>
          ) : (
            <Button onClick={askToSend}>
              <Send aria-hidden />
              Send newsletter
            </Button>
          )}
        </>
      )}
      {state === 'sending' && (
        <Button
          variant="danger"
          pending={stopMutation.isPending}
          onClick={() =>
            change(() => stopMutation.mutateAsync({ id }), { failed: 'Failed to stop newsletter' })
          }
        >
          <CirclePause aria-hidden />
          Stop
        </Button>
      )}
      {state === 'stopped' && (
        <Button
          pending={resumeMutation.isPending}
          onClick={() =>
            change(() => resumeMutation.mutateAsync({ id }), { failed: 'Failed to resume newsletter' })
          }
        >
          <CirclePlay aria-hidden />
          Resume
        </Button>
      )}
      {question}
    </DialogFooter>
  );
}
