import { webhookInput } from '@institute/contract';
import type { WebhookEvent } from '@institute/contract/webhooks.constants';
import { toast } from '@institute/ui/toast.ts';
import { admin } from '../../api/admin.ts';
import { showFailure } from '../../forms/field-errors.ts';
import { TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { TermsField } from '../../forms/terms-field.tsx';
import type { Webhook } from './webhook-columns.tsx';

type Values = FormValues<typeof webhookInput>;

const eventWords: Record<WebhookEvent, string> = {
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
  const create = admin.webhooks.create.useMutation();
  const update = admin.webhooks.update.useMutation();
  const isPending = create.isPending || update.isPending;

  const save = form.handleSubmit(async (input) => {
    try {
      if (webhook) {
        await update.mutateAsync({ id: webhook.id, ...input });
        toast.success('Webhook saved');
        onClose();
      } else onMade((await create.mutateAsync(input)).secret);
    } catch (error) {
      showFailure(form, error, 'The webhook could not be saved');
    }
  });

  return (
    <SubmitDialog
      form={form}
      onSubmit={save}
      submitLabel={webhook ? 'Save Webhook' : 'Make Webhook'}
      isPending={isPending}
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      description="An address of another program, which is told of events at once."
      size="lg"
      onClose={onClose}
    >
      <TextField<Values>
        name="url"
        label="Address"
        type="url"
        placeholder="https://"
        hint="On the public internet, with https"
        required
      />
      <TextField<Values> name="description" label="Description" hint="Of the program that is told" />
      <TermsField
        name="events"
        legend="Events"
        hint="They hold ids, references and states, and nothing about people."
        words={eventWords}
      />
    </SubmitDialog>
  );
}
