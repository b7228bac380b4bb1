import { webhookInput } from '@institute/contract';
import type { WebhookEvent } from '@institute/contract/webhooks.constants';
import { admin } from '../../api/admin.ts';
import { TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { TermsField } from '../../forms/terms-field.tsx';
import type { Webhook } from './webhook-columns.tsx';

type WebhookValues = FormValues<typeof webhookInput>;

const eventDescriptions: Record<WebhookEvent, string> = {
  'registration.created': 'Somebody has registered',
  'registration.status_changed': 'The office has decided on a registration',
  'content.changed': 'Content or the settings of the site have changed',
  'donation.paid': 'A donation has arrived',
  'fee.paid': 'A fee was paid',
};

type WebhookDialogProps = {
  webhook: Webhook | undefined;
  onMade: (secret: string) => void;
  onClose: () => void;
};

export function WebhookDialog({ webhook, onMade, onClose }: WebhookDialogProps) {
  const form = useSchemaForm(webhookInput, {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    events: webhook?.events ?? [],
  });
  const { mutateAsync: create } = admin.webhooks.create.useMutation();
  const { mutateAsync: update } = admin.webhooks.update.useMutation();
  return (
    <InputDialog
      form={form}
      send={async (input) =>
        webhook ? update({ id: webhook.id, ...input }) : onMade((await create(input)).secret)
      }
      messages={{ done: webhook && 'Webhook saved', failed: 'The webhook could not be saved' }}
      submitLabel={webhook ? 'Save Webhook' : 'Make Webhook'}
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      description="An address of another program, which is told of events at once."
      size="lg"
      onClose={onClose}
    >
      <TextField<WebhookValues>
        name="url"
        label="Address"
        type="url"
        placeholder="https://"
        hint="On the public internet, with https"
        required
      />
      <TextField<WebhookValues> name="description" label="Description" hint="Of the program that is told" />
      <TermsField
        name="events"
        legend="Events"
        hint="They hold ids, references and states, and nothing about people."
        words={eventDescriptions}
      />
    </InputDialog>
  );
}
