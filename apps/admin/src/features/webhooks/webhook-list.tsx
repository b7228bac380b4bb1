import { formerSecretHours, webhookLimits } from '@institute/contract/webhooks.constants';
import { Button } from '@institute/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '@institute/ui/dropdown-menu.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Ellipsis, KeyRound, Plus, Power, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { makeListScreen, wholeListAddress } from '../../lists/declared-list.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.tsx';
import { columns, nameWebhook, type Webhook } from './webhook-columns.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const REFETCH_MS = 10_000;

type OpenDialog = { dialog: 'new' } | { dialog: 'edit' | 'deliveries'; webhook: Webhook };

export const WebhookList = makeListScreen({
  words: makeResourceWords({ one: 'webhook', many: 'webhooks' }),
  ...wholeListAddress,
  columns,
  useRows: () =>
    admin.webhooks.list.useQuery(undefined, {
      refetchInterval: REFETCH_MS,
      select: (items) => ({ items, total: items.length }),
    }),
  useParts: ({ found }) => {
    const [opened, setOpened] = useState<OpenDialog | null>(null);
    const [secret, setSecret] = useState<{ text: string; isNew: boolean } | null>(null);
    const webhookActions = useWebhookActions((text) => setSecret({ text, isNew: true }));
    const closeWebhook = () => setOpened(null);
    const webhookCount = found.data?.total ?? 0;
    const newWebhookButton = (
      <Button disabled={webhookCount >= webhookLimits.webhooks} onClick={() => setOpened({ dialog: 'new' })}>
        <Plus aria-hidden />
        New Webhook
      </Button>
    );
    return {
      tools: webhookCount > 0 && newWebhookButton,
      onOpen: (webhook) => setOpened({ dialog: 'edit', webhook }),
      actions: (webhook) => (
        <WebhookMenu
          webhook={webhook}
          actions={webhookActions}
          onDeliveries={() => setOpened({ dialog: 'deliveries', webhook })}
          onEdit={() => setOpened({ dialog: 'edit', webhook })}
        />
      ),
      empty: (
        <EmptyState
          icon={WebhookIcon}
          title="There are no webhooks."
          description="With a webhook another program is told of registrations, content and donations at once."
          action={newWebhookButton}
        />
      ),
      dialogs: (
        <>
          {webhookActions.question}
          {opened?.dialog === 'deliveries' && (
            <DeliveriesDialog webhook={opened.webhook} onClose={closeWebhook} />
          )}
          {opened && opened.dialog !== 'deliveries' && (
            <WebhookDialog
              webhook={opened.dialog === 'edit' ? opened.webhook : undefined}
              onMade={(text) => {
                closeWebhook();
                setSecret({ text, isNew: false });
              }}
              onClose={closeWebhook}
            />
          )}
          {secret && (
            <ShownOnceDialog
              title="Your Signing Secret"
              warning="Copy this secret now. It is not shown again."
              label="Signing Secret"
              secret={secret.text}
              onClose={() => setSecret(null)}
            >
              With it the other program checks that what it gets comes from this site.
              {secret.isNew && ` The former secret signs too for ${formerSecretHours} hours.`}
            </ShownOnceDialog>
          )}
        </>
      ),
    };
  },
});

type WebhookMenuProps = {
  webhook: Webhook;
  actions: ReturnType<typeof useWebhookActions>;
  onDeliveries: () => void;
  onEdit: () => void;
};

function WebhookMenu({ webhook, actions, onDeliveries, onEdit }: WebhookMenuProps) {
  const webhookName = nameWebhook(webhook);
  const isActive = webhook.state === 'active';
  return (
    <div className="flex justify-end gap-1 max-md:flex-wrap max-md:gap-2">
      <Button variant="outline" size="sm" aria-label={`Deliveries of ${webhookName}`} onClick={onDeliveries}>
        Deliveries
      </Button>
      <Button variant="outline" size="sm" aria-label={`Edit ${webhookName}`} onClick={onEdit}>
        Edit
      </Button>
      <DropdownMenu
        align="end"
        trigger={
          <Button variant="outline" size="sm" aria-label={`More about ${webhookName}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <DropdownMenuItem disabled={!isActive} onSelect={() => actions.sendTest(webhook)}>
          <Send aria-hidden />
          Send Test Event
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => actions.askToRotate(webhook)}>
          <KeyRound aria-hidden />
          New Secret
        </DropdownMenuItem>
        <DropdownMenuItem
          onSelect={() => (isActive ? actions.askToTurnOff(webhook) : actions.turnOn(webhook))}
        >
          <Power aria-hidden />
          {isActive ? 'Turn Off' : 'Turn On'}
        </DropdownMenuItem>
        <DropdownMenuItem danger onSelect={() => actions.askToRemove(webhook)}>
          <Trash2 aria-hidden />
          Remove
        </DropdownMenuItem>
      </DropdownMenu>
    </div>
  );
}
