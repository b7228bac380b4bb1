import type { ContactMessage } from '@institute/contract';
import { writeSms } from '@institute/contract/sms-template';
import { Button } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { describeSmsLength } from '../../forms/sms-words.ts';
import { useDescribeSentMessage, useSmsWrittenToFileNotice } from '../../ui/outbox-message.tsx';

/** Keeps the typed text when sending fails. */
export function SmsAnswer({ message: { id }, onSent }: { message: ContactMessage; onSent: () => void }) {
  const { data: ending = '' } = admin.contact.smsEnding.useQuery();
  const { mutateAsync, isPending } = admin.contact.answer.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const describeSentSms = useDescribeSentMessage('sms');
  const smsFileNotice = useSmsWrittenToFileNotice(1);
  const [text, setText] = useState('');
  const writtenSms = writeSms(text, undefined, ending, { saysStop: false });
  /** The dialog closes before the list is loaded again. */
  const sendAnswer = () =>
    change(
      async () => {
        await mutateAsync({ id, text });
        onSent();
      },
      { done: describeSentSms('The SMS is on its way'), failed: 'The SMS could not be sent' },
    );
  return (
    <Form
      className="mt-4 flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        return sendAnswer();
      }}
    >
      <Field
        label="Answer by SMS"
        hint={[describeSmsLength(writtenSms), smsFileNotice].filter(Boolean).join('. ')}
        className="w-full"
      >
        <Textarea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button type="submit" pending={isPending} disabled={text.trim() === '' || writtenSms.isCut}>
        <Send aria-hidden />
        Send SMS
      </Button>
      <OutcomeLine outcome={outcome} />
    </Form>
  );
}
