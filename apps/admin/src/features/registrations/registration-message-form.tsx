import type { Registration } from '@institute/contract';
import { makeChatLink, toDialledNumber } from '@institute/contract/phone';
import { needs } from '@institute/contract/rights.constants';
import { writeSms } from '@institute/contract/sms-template';
import { fillTemplate } from '@institute/contract/text';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { type RefObject, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useSite } from '../../api/site.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { describeSmsLength } from '../../forms/sms-words.ts';
import { ChoiceOption } from '../../lists/choice.tsx';
import { useDescribeSentMessage, useSmsWrittenToFileNotice } from '../../ui/outbox-message.tsx';
import { FramedSection } from '../../ui/titled-section.tsx';

export type MessageSubjectAndText = { title: string; text: string };
type Addressee = Pick<Registration, 'firstName' | 'program' | 'reference'>;

export function useMessage(
  { firstName, program, reference }: Addressee,
  kept: MessageSubjectAndText | undefined,
) {
  const { data: templates = [] } = admin.registrations.templates.useQuery(undefined, {
    enabled: useMaySee()(needs.messages),
  });
  const [typed, setText] = useState(kept ?? { title: '', text: '' });
  /** True when the text was edited and not sent yet. */
  const [isTyped, setTyped] = useState(kept !== undefined);
  const templatePlaceholderValues = { name: firstName, program: program?.name ?? '', reference };
  return {
    templates,
    ...typed,
    typed,
    isTyped,
    choose: (chosen: string) => {
      const chosenTemplate = templates.find((one) => one.title === chosen);
      setText({
        title: chosen,
        text: chosenTemplate ? fillTemplate(chosenTemplate.text, templatePlaceholderValues) : '',
      });
      setTyped(false);
    },
    write: (changed: Partial<MessageSubjectAndText>) => {
      setText({ ...typed, ...changed });
      setTyped(true);
    },
    markSent: () => setTyped(false),
  };
}

export type MessageState = ReturnType<typeof useMessage>;

type ContactedPerson = Pick<Registration, 'id' | 'phone' | 'email'>;
type PersonProps = { registration: ContactedPerson; message: MessageState };

const newTabLinkProps = { target: '_blank', rel: 'noreferrer' };

const channelNames = {
  sms: 'SMS',
  phone: 'SMS from this phone',
  whatsapp: 'WhatsApp',
  email: 'Email',
} as const;
type MessageChannel = keyof typeof channelNames;

type RegistrationMessageProps = PersonProps & { textBox?: RefObject<HTMLTextAreaElement | null> };

export function RegistrationMessage({ registration, message, textBox }: RegistrationMessageProps) {
  const { id, email } = registration;
  const { templates, title, text, choose, write, markSent } = message;
  const maySendMessages = useMaySee()(needs.messages);
  const { data: sms } = admin.registrations.sms.useQuery({ id }, { enabled: maySendMessages });
  const { mutateAsync: send, isPending } = admin.registrations.sendSms.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const [isSent, setSent] = useState(false);
  const describeSentSms = useDescribeSentMessage('sms');
  const smsFileNotice = useSmsWrittenToFileNotice(1);
  const [chosen, setChosen] = useState<MessageChannel>();
  const maySendSms = maySendMessages && !sms?.refusal;
  const shownChannel = chosen ?? (maySendSms ? 'sms' : 'whatsapp');
  const writtenSms = sms && writeSms(text, undefined, sms.ending, { saysStop: sms.saysStop });
  const sentText = describeSentSms('The SMS is on its way');
  const channelLinks = useChannelLinks(registration, message);
  const channelLink = shownChannel === 'sms' ? undefined : channelLinks[shownChannel];
  return (
    <FramedSection title="Message">
      <Form
        noValidate
        className="mt-3 grid items-end gap-4 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          setSent(false);
          return change(
            async () => {
              await send({ id, text });
              choose('');
              setSent(true);
            },
            { done: sentText, failed: 'The SMS could not be sent' },
          );
        }}
      >
        <Field label="Channel" hint={sms?.refusal && `No SMS from the website: ${sms.refusal}.`}>
          <Select
            value={shownChannel}
            onChange={({ target }) =>
              setChosen(Object.keys(channelNames).find((one): one is MessageChannel => one === target.value))
            }
            choices={Object.entries(channelNames).filter(
              ([one]) => (one !== 'email' || email) && (one !== 'sms' || maySendSms),
            )}
          />
        </Field>
        {maySendMessages && (
          <ChoiceOption
            label="Template"
            hint="Templates are edited under Site."
            all="No template"
            choices={templates.map((template) => [template.title, template.title])}
            value={title}
            onChange={(chosen = '') => choose(chosen)}
          />
        )}
        <Field
          label="Text"
          className="md:col-span-2"
          hint={
            shownChannel === 'sms' &&
            writtenSms &&
            [`${describeSmsLength(writtenSms)}. It ends with “- ${sms.ending}”.`, smsFileNotice]
              .filter(Boolean)
              .join(' ')
          }
        >
          <Textarea
            ref={textBox}
            rows={3}
            value={text}
            onChange={({ target }) => write({ text: target.value })}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3 md:col-span-2">
          {channelLink === undefined ? (
            <Button
              type="submit"
              pending={isPending}
              disabled={!text.trim() || !writtenSms || writtenSms.isCut}
            >
              Send
            </Button>
          ) : (
            <a
              className={makeButtonClass({})}
              href={channelLink}
              onClick={markSent}
              {...(shownChannel === 'whatsapp' && newTabLinkProps)}
            >
              Send
            </a>
          )}
          <OutcomeLine
            outcome={outcome ?? (isSent && !text ? { isDone: true, text: `${sentText}.` } : undefined)}
          />
        </div>
      </Form>
    </FramedSection>
  );
}

/**
 * Makes links that open WhatsApp, the mail program or the SMS app with the text. SMS from the website are
 * sent without a link.
 */
function useChannelLinks({ phone, email }: ContactedPerson, { title, text }: MessageState) {
  const { institute } = useSite();
  const greetingText = `Hello, this is ${institute.name}. We are writing about your registration.`;
  const encodedText = encodeURIComponent(text);
  return {
    // The empty parameter before `body` lets iPhones read the text too.
    phone: `sms:+${toDialledNumber(phone)}${text && `?&body=${encodedText}`}`,
    whatsapp: makeChatLink(phone, text || greetingText),
    email: `mailto:${email}${text && `?subject=${encodeURIComponent(title)}&body=${encodedText}`}`,
  };
}
