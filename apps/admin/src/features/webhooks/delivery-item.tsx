import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { DetailLine } from '../../parts/detail-line.tsx';
import { deliveryStateWords } from './webhook-words.ts';

type Delivery = AdminAnswers['webhooks']['deliveries'][number];

type DeliveryItemProps = {
  delivery: Delivery;
  onReplay: (() => void) | undefined;
  isPending: boolean;
};

export function DeliveryItem({ delivery, onReplay, isPending }: DeliveryItemProps) {
  const { type, state, createdAt, body, messageId } = delivery;
  const { label, tone } = deliveryStateWords[state];
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
      <p className="text-sm wrap-anywhere">{outcomeOf(delivery)}</p>
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

function outcomeOf({ state, tries, lastError, lastStatus, nextTryAt, deliveredAt }: Delivery): string {
  const times = tries === 1 ? '1 try' : `${tries} tries`;
  if (state === 'delivered') {
    return `Answered ${lastStatus} after ${times}${deliveredAt ? `, ${formatDateTime(deliveredAt)}` : ''}`;
  }
  const sentences = [
    lastError ?? (tries === 0 ? 'Not tried yet' : 'Being sent'),
    ...(tries > 0 ? [times] : []),
    ...(nextTryAt && tries > 0 ? [`next try ${formatDateTime(nextTryAt)}`] : []),
  ];
  return sentences.join(', ');
}
