import { formatDateTime } from '@institute/contract/time';
import {
  type DeliveryState,
  deliveriesKeptDays,
  deliveryStates,
  TEST_EVENT,
  webhookEvents,
  webhookLimits,
} from '@institute/contract/webhooks.constants';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Dialog } from '@institute/ui/dialog.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { ChoiceOption } from '../../lists/choice.tsx';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import { DetailLine } from '../../ui/titled-section.tsx';
import { deliveryStateBadges, nameWebhook, type Webhook } from './webhook-columns.tsx';

const REFETCH_MS = 5000;
const deliveryTypes = [...webhookEvents, TEST_EVENT] as const;

export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [state, setState] = useState<DeliveryState>();
  const [type, setType] = useState<(typeof deliveryTypes)[number]>();
  const deliveriesQuery = admin.webhooks.deliveries.useQuery(
    { id: webhook.id, state, type },
    { refetchInterval: REFETCH_MS },
  );
  const replayMutation = admin.webhooks.replay.useMutation();
  const runChange = useChange();

  return (
    <Dialog
      onClose={onClose}
      title={`Deliveries of ${nameWebhook(webhook)}`}
      description={`The newest ${webhookLimits.deliveries} of the last ${deliveriesKeptDays} days`}
      size="lg"
    >
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <ChoiceOption
          label="Status"
          choices={deliveryStates.map((one) => [one, deliveryStateBadges[one].label] as const)}
          value={state}
          onChange={setState}
        />
        <ChoiceOption
          label="Event"
          choices={deliveryTypes.map((one) => [one, one] as const)}
          value={type}
          onChange={setType}
        />
      </div>
      <Loading query={deliveriesQuery} failed="The deliveries could not be loaded">
        {(deliveries) =>
          deliveries.length > 0 ? (
            <ul aria-label="Deliveries">
              {deliveries.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  delivery={delivery}
                  isPending={replayMutation.isPending}
                  onReplay={
                    webhook.state === 'active'
                      ? () =>
                          runChange(() => replayMutation.mutateAsync({ deliveryId: delivery.id }), {
                            done: 'The delivery is on its way again',
                            failed: 'The delivery could not be sent again',
                          })
                      : undefined
                  }
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={Inbox}
              title="There are no deliveries here."
              description="Each call of this webhook is listed here, with its answer."
            />
          )
        }
      </Loading>
    </Dialog>
  );
}

type Delivery = AdminAnswers['webhooks']['deliveries'][number];

type DeliveryItemProps = {
  delivery: Delivery;
  onReplay: (() => void) | undefined;
  isPending: boolean;
};

function DeliveryItem({ delivery, onReplay, isPending }: DeliveryItemProps) {
  const { type, state, createdAt, body, messageId } = delivery;
  const { label, tone } = deliveryStateBadges[state];
  return (
    <li className="flex flex-col gap-2 border-t border-line py-4 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <code translate="no" className="font-semibold wrap-anywhere">
            {type}
          </code>
          <time dateTime={createdAt} className="text-sm text-muted">
            {formatDateTime(createdAt)}
          </time>
        </div>
        {onReplay && (
          <Button
            variant="outline"
            size="sm"
            disabled={isPending}
            aria-label={`Send again: ${type} of ${formatDateTime(createdAt)}`}
            onClick={onReplay}
          >
            Send again
          </Button>
        )}
      </div>
      <p className="text-sm wrap-anywhere">{describeDeliveryOutcome(delivery)}</p>
      <details className="text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted underline underline-offset-4">
          What is sent
        </summary>
        <dl className="flex flex-col gap-2 rounded-control bg-sand p-3">
          <DetailLine label="webhook-id">
            <code translate="no">{messageId}</code>
          </DetailLine>
          <DetailLine label="Body">
            <code translate="no">{body}</code>
          </DetailLine>
        </dl>
      </details>
    </li>
  );
}

function describeDeliveryOutcome({
  state,
  tries,
  lastError,
  lastStatus,
  nextTryAt,
  deliveredAt,
}: Delivery): string {
  const deliveryTriesText = countItems(tries, 'try', 'tries');
  if (state === 'delivered') {
    return `Answered ${lastStatus} after ${deliveryTriesText}${deliveredAt ? `, ${formatDateTime(deliveredAt)}` : ''}`;
  }
  const outcomeSentences = [
    lastError ?? (tries === 0 ? 'Not tried yet' : 'Being sent'),
    ...(tries > 0 ? [deliveryTriesText] : []),
    ...(nextTryAt && tries > 0 ? [`next try ${formatDateTime(nextTryAt)}`] : []),
  ];
  return outcomeSentences.join(', ');
}
