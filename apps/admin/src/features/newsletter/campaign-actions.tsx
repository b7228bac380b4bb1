import { formatNumber } from '@institute/contract/money';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Button } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { CirclePause, CirclePlay, Pencil, Send, TestTubeDiagonal } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../parts/use-change.ts';
import type { Campaign } from './campaign-list.tsx';

type CampaignActionsProps = {
  campaign: Campaign;
  /** The server refuses to send a newer version than the one shown. */
  tag: string;
  onEdit: () => void;
};

export function CampaignActions({ campaign, tag, onEdit }: CampaignActionsProps) {
  const { id, state } = campaign;
  const { sendTest, start, stop, resume } = admin.newsletter.campaigns;
  const testing = sendTest.useMutation();
  const starting = start.useMutation();
  const stopping = stop.useMutation();
  const resuming = resume.useMutation();
  const change = useChange();
  const [isAsking, setAsking] = useState(false);

  const send = async () => {
    await change(() => starting.mutateAsync({ id, ifMatch: tag }), {
      done: 'Newsletter is being sent',
      failed: 'Failed to send newsletter',
    });
    setAsking(false);
  };

  return (
    <DialogFooter>
      <Button
        variant="outline"
        pending={testing.isPending}
        onClick={() =>
          change(() => testing.mutateAsync({ id }), {
            done: ({ recipient }) => `Test sent to ${recipient}`,
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
          <Button onClick={() => setAsking(true)}>
            <Send aria-hidden />
            Send newsletter
          </Button>
        </>
      )}
      {state === 'sending' && (
        <Button
          variant="danger"
          pending={stopping.isPending}
          onClick={() =>
            change(() => stopping.mutateAsync({ id }), {
              done: 'Newsletter stopped',
              failed: 'Failed to stop newsletter',
            })
          }
        >
          <CirclePause aria-hidden />
          Stop
        </Button>
      )}
      {state === 'stopped' && (
        <Button
          pending={resuming.isPending}
          onClick={() =>
            change(() => resuming.mutateAsync({ id }), {
              done: 'Newsletter goes on',
              failed: 'Failed to resume newsletter',
            })
          }
        >
          <CirclePlay aria-hidden />
          Resume
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => !open && !starting.isPending && setAsking(false)}
        title={`Send this newsletter to ${readers(campaign.counts.left)}?`}
        description="It can be stopped, but what has gone out cannot be called back, and its text stands."
        confirmLabel="Send"
        pending={starting.isPending}
        onConfirm={send}
      />
    </DialogFooter>
  );
}

const readers = (count: number) => (count === 1 ? '1 subscriber' : `${formatNumber(count)} subscribers`);
