import {
  type DeliveryState,
  deliveryDays,
  deliveryStates,
  TEST_EVENT,
  webhookEvents,
  webhookLimits,
} from '@institute/contract/office.constants';
import { Dialog } from '@institute/ui/dialog.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { LoadError } from '../../parts/load-error.tsx';
import { useChange } from '../../parts/use-change.ts';
import { DeliveryItem } from './delivery-item.tsx';
import { nameOf, type Webhook } from './webhook-columns.tsx';
import { deliveryStateWords } from './webhook-words.ts';

const REFETCH_MS = 5000;
const types = [...webhookEvents, TEST_EVENT] as const;
const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [state, setState] = useState<DeliveryState>();
  const [type, setType] = useState<(typeof types)[number]>();
  const query = admin.webhooks.deliveries.useQuery(
    { id: webhook.id, state, type },
    { refetchInterval: REFETCH_MS },
  );
  const { data: deliveries, error } = query;
  const replay = admin.webhooks.replay.useMutation();
  const change = useChange();

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Deliveries of ${nameOf(webhook)}`}
      description={`The newest ${webhookLimits.deliveries} of the last ${deliveryDays} days`}
      size="lg"
    >
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <Field label="State">
          <Select
            value={state ?? ''}
            onChange={(event) => setState(oneOf(deliveryStates, event.target.value))}
          >
            <option value="">All</option>
            {deliveryStates.map((one) => (
              <option key={one} value={one}>
                {deliveryStateWords[one].label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Event">
          <Select value={type ?? ''} onChange={(event) => setType(oneOf(types, event.target.value))}>
            <option value="">All</option>
            {types.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {deliveries ? (
        deliveries.length > 0 ? (
          <ul aria-label="Deliveries">
            {deliveries.map((delivery) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                isPending={replay.isPending}
                onReplay={
                  webhook.state === 'active'
                    ? () =>
                        change(() => replay.mutateAsync({ deliveryId: delivery.id }), {
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
            title="There are no deliveries here."
            description="What this webhook is told of will stand here, with the answers."
          />
        )
      ) : error ? (
        <LoadError title="The deliveries could not be loaded" query={query} />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-64" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
