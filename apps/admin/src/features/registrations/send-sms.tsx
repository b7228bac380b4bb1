import type { Registration } from '@institute/contract';
import { writeSms } from '@institute/contract/sms-template';
import { Button } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { MessageSquareText } from 'lucide-react';
import { useId, useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { smsWords } from '../../forms/sms-words.ts';
import { Choice } from '../../lists/choice.tsx';
import { useSentWords } from '../../parts/message-out.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMessage } from './registration-message.tsx';

type Addressee = Pick<Registration, 'id' | 'firstName' | 'phone' | 'program' | 'reference'>;

export function SendSms({ registration }: { registration: Addressee }) {
  const reason = useId();
  const [isOpen, setOpen] = useState(false);
  const { data: sms } = admin.registrations.sms.useQuery({ id: registration.id });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="outline"
        size="sm"
        disabled={!sms || sms.refusal !== null}
        aria-describedby={sms?.refusal ? reason : undefined}
        onClick={() => setOpen(true)}
      >
        <MessageSquareText aria-hidden />
        Send SMS
      </Button>
      {sms?.refusal && (
        <p id={reason} className="text-sm text-muted">
          {sms.refusal}
        </p>
      )}
      {isOpen && sms && (
        <SendSmsDialog registration={registration} sms={sms} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

type SendSmsDialogProps = {
  registration: Addressee;
  sms: AdminAnswers['registrations']['sms'];
  onClose: () => void;
};

function SendSmsDialog({ registration, sms: { ending, saysStop }, onClose }: SendSmsDialogProps) {
  const { id, firstName, phone } = registration;
  const { templates, title, text, isTyped, choose, write } = useMessage(registration, undefined);
  const { mutateAsync: send, isPending } = admin.registrations.sendSms.useMutation();
  const change = useChange();
  const words = useSentWords('sms');
  const sms = writeSms(text, {}, ending, { saysStop });

  return (
    <FormDialog
      title="Send SMS"
      description={`To ${firstName}, ${phone}`}
      isChanged={isTyped}
      isBusy={isPending}
      onClose={onClose}
    >
      {(close) => (
        <Form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            return change(
              async () => {
                await send({ id, text });
                onClose();
              },
              { done: words('The SMS is on its way'), failed: 'The SMS could not be sent' },
            );
          }}
        >
          <Choice
            label="Template"
            hint="Templates are edited under Site."
            all="No template"
            choices={templates.map((template) => [template.title, template.title])}
            value={title}
            onChange={choose}
          />
          <Field label="Text" hint={`${smsWords(sms)}. It ends with “- ${ending}”.`}>
            <Textarea rows={4} value={text} onChange={({ target }) => write(target.value)} />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" pending={isPending} disabled={text.trim() === '' || sms.isCut}>
              Send
            </Button>
          </DialogFooter>
        </Form>
      )}
    </FormDialog>
  );
}
