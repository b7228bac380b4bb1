import { manyMessageInput } from '@institute/contract';
import { feePlaceholders, personPlaceholders } from '@institute/contract/many-messages.constants';
import { undoSeconds } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { Button } from '@institute/ui/button.tsx';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { toast } from '@institute/ui/toast.ts';
import { MessageCircle } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { admin, toApiFailure } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { readFailureReason } from '../../forms/field-errors.ts';
import { LongTextField, SwitchField, TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { countPeople } from '../../ui/count-items.ts';
import { joinWrittenToFileNotice, useWrittenToFileNotice } from '../../ui/outbox-message.tsx';
import { usePreview } from '../../ui/use-preview.ts';
import { type MessagePlan, MessagePreview } from './message-preview.tsx';

type MessageRecipients = {
  registrations: FormValues<typeof manyMessageInput>['registrations'] & object;
  /** Starts with the text of a reminder about fees. */
  isReminder?: boolean;
};

export function MessageButton({ size, ...whom }: MessageRecipients & { size?: 'sm' }) {
  const [isOpen, setOpen] = useState(false);
  const maySendMessages = useMaySee()(whom.isReminder ? needs.fees : needs.messages);
  if (!maySendMessages) return null;
  return (
    <>
      <Button size={size} variant="outline" onClick={() => setOpen(true)}>
        <MessageCircle aria-hidden />
        {whom.isReminder ? 'Remind' : 'Message'}
      </Button>
      {isOpen && <MessageDialog {...whom} onClose={() => setOpen(false)} />}
    </>
  );
}

type MessageValues = { sms: boolean; email: boolean; subject: string; text: string };
const defaultReminderText = 'Dear {firstName}, {dues}. Your balance is {balance}, your pay code {payCode}.';

function MessageDialog({
  registrations,
  isReminder = false,
  onClose,
}: MessageRecipients & { onClose: () => void }) {
  const { mutateAsync: send } = admin.registrations.sendMessage.useMutation();
  const showSentToast = useSentToast();
  const maySeeFees = useMaySee()(needs.fees);
  const { keyFor } = useSubmissionKey();
  const toPlanInput = ({ sms, email, subject, text }: MessageValues) => ({
    registrations,
    text,
    channels: [...(sms ? ['sms' as const] : []), ...(email ? ['email' as const] : [])],
    ...(email && subject && { subject }),
  });
  const toSendingInput = (typed: MessageValues) => ({ ...toPlanInput(typed), key: keyFor(typed) });
  const form = useSchemaForm(
    manyMessageInput,
    {
      sms: true,
      email: true,
      subject: '',
      text: isReminder ? defaultReminderText : '',
    },
    toSendingInput,
  );
  const typedValues = form.watch();
  const { client } = admin.useUtils();
  const { data: plan, error } = usePreview('registrations.planMessage', toPlanInput(typedValues), (input) =>
    client.registrations.planMessage.mutate(input),
  );
  const messageFileNotice = useWrittenToFileNotice({ email: plan?.emails ?? 0, sms: plan?.sms ?? 0 });
  return (
    <InputDialog
      title={isReminder ? 'Remind' : 'Message'}
      description="Each person gets one message: by email, or by SMS. That about a minor goes to the guardian's phone."
      form={form}
      send={async (input) => {
        showSentToast(await send(input), messageFileNotice);
        // The dialog closes before the lists are loaded again
        onClose();
      }}
      messages={{ failed: 'Nothing was sent' }}
      submitLabel={nameSendButton(plan)}
      disabled={!plan || plan.people === 0 || !typedValues.text.trim()}
      onClose={onClose}
    >
      <fieldset className="flex flex-wrap gap-x-8">
        <legend className="sr-only">Channels</legend>
        <SwitchField<MessageValues> name="sms" label="SMS" />
        <SwitchField<MessageValues> name="email" label="Email" />
      </fieldset>
      {typedValues.email && <TextField<MessageValues> name="subject" label="Subject" hint="Of the emails" />}
      <LongTextField<MessageValues> name="text" label="Text" rows={4} required />
      <PlaceholderHints
        names={maySeeFees ? [...personPlaceholders, ...feePlaceholders] : personPlaceholders}
      />
      <MessagePreview plan={plan} fault={error ? readFailureReason(toApiFailure(error)) : undefined} />
    </InputDialog>
  );
}

const nameSendButton = (plan: MessagePlan | undefined): string => {
  if (!plan || plan.people === 0) return 'Send';
  return plan.days.length > 1 ? `Send over ${plan.days.length} days` : `Send to ${countPeople(plan.people)}`;
};

/** Puts a placeholder where the cursor was in the text. */
function PlaceholderHints({ names }: { names: readonly string[] }) {
  const { setValue } = useFormContext<MessageValues>();
  const insertPlaceholderName = ({ currentTarget: { form, value: name } }: MouseEvent<HTMLButtonElement>) => {
    const messageField = form?.querySelector('textarea');
    if (!messageField) return;
    const { value, selectionStart: start, selectionEnd: end } = messageField;
    setValue('text', value.slice(0, start) + name + value.slice(end), { shouldDirty: true });
    messageField.focus();
    messageField.setSelectionRange(start + name.length, start + name.length);
  };
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Placeholders</legend>
      {names.map((name) => (
        <Button key={name} size="sm" variant="outline" value={`{${name}}`} onClick={insertPlaceholderName}>
          {`{${name}}`}
        </Button>
      ))}
    </fieldset>
  );
}

/** Shows a toast with Undo until the messages are sent. */
function useSentToast() {
  const { mutateAsync: undoMessage } = admin.registrations.undoMessage.useMutation();
  const runChange = useChange();
  const undoSending = (id: number) =>
    runChange(() => undoMessage({ id }), {
      done: 'Nothing is sent',
      failed: 'The message was not taken back',
    });
  return ({ id, people }: { id: number; people: number }, filedWords: string | undefined) => {
    const undoPeriodText = `${countPeople(people)} ${people === 1 ? 'is' : 'are'} told in ${undoSeconds} seconds.`;
    toast.success(joinWrittenToFileNotice(undoPeriodText, filedWords), {
      action: { label: 'Undo', onPress: () => void undoSending(id) },
      endsAfterMs: undoSeconds * 1000,
    });
  };
}
