import { Button } from '@institute/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@institute/ui/dropdown-menu.tsx';
import { Ellipsis, KeyRound, Power, Send, Trash2 } from 'lucide-react';
import type { useWebhookActions } from './use-webhook-actions.tsx';
import { nameOf, type Webhook } from './webhook-columns.tsx';

type WebhookMenuProps = {
  webhook: Webhook;
  actions: ReturnType<typeof useWebhookActions>;
  onDeliveries: () => void;
  onEdit: () => void;
};

export function WebhookMenu({ webhook, actions, onDeliveries, onEdit }: WebhookMenuProps) {
  const name = nameOf(webhook);
  const isActive = webhook.state === 'active';
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="outline" size="sm" aria-label={`Deliveries of ${name}`} onClick={onDeliveries}>
        Deliveries
      </Button>
      <Button variant="outline" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="sm" aria-label={`More about ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem disabled={!isActive} onSelect={() => actions.sendTest(webhook)}>
            <Send aria-hidden />
            Send Test Event
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.ask('rotate', webhook)}>
            <KeyRound aria-hidden />
            New Secret
          </DropdownMenuItem>
          <DropdownMenuItem
            onSelect={() => (isActive ? actions.ask('turnOff', webhook) : actions.turnOn(webhook))}
          >
            <Power aria-hidden />
            {isActive ? 'Turn Off' : 'Turn On'}
          </DropdownMenuItem>
          <DropdownMenuItem danger onSelect={() => actions.ask('remove', webhook)}>
            <Trash2 aria-hidden />
            Remove
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
