import type { Registration } from '@institute/contract';
import { chatLink, dialled, telLink } from '@institute/contract/phone';
import { fillTemplate } from '@institute/contract/text';
import { buttonClass } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { useLoaderData } from '@tanstack/react-router';
import { type LucideIcon, Mail, MessageCircle, MessageSquareText, Phone, Printer } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { Frame } from './registration-sections.tsx';

export type MessageText = { title: string; text: string };
type Addressee = Pick<Registration, 'firstName' | 'program' | 'reference'>;

export function useMessage({ firstName, program, reference }: Addressee, kept: MessageText | undefined) {
  const { data: templates = [] } = admin.registrations.templates.useQuery();
  const [typed, setText] = useState(kept ?? { title: '', text: '' });
  /** True when the text was edited and not sent yet. */
  const [isTyped, setTyped] = useState(kept !== undefined);
  const values = { name: firstName, program: program?.name ?? '', reference };
  return {
    templates,
    ...typed,
    typed,
    isTyped,
    choose: (chosen: string) => {
      const template = templates.find((one) => one.title === chosen);
      setText({ title: chosen, text: template ? fillTemplate(template.text, values) : '' });
      setTyped(false);
    },
    write: (text: string) => {
      setText({ ...typed, text });
      setTyped(true);
    },
    restore: (kept: MessageText) => {
      setText(kept);
      setTyped(true);
    },
    markSent: () => setTyped(false),
  };
}

export type Message = ReturnType<typeof useMessage>;

type RegistrationContactProps = {
  registration: Pick<Registration, 'id' | 'phone' | 'email'>;
  message: Message;
};

export function RegistrationContact({
  registration: { id, phone, email },
  message,
}: RegistrationContactProps) {
  const { institute } = useLoaderData({ from: '__root__' });
  const { title, text, markSent } = message;
  const greeting = `Hello, this is ${institute.name}. We are writing about your registration.`;
  const body = encodeURIComponent(text);
  return (
    <div className="flex flex-wrap gap-1 md:gap-2">
      <Contact
        label="WhatsApp"
        Icon={MessageCircle}
        href={chatLink(phone, text || greeting)}
        onClick={markSent}
        isElsewhere
      />
      <Contact
        label="SMS"
        Icon={MessageSquareText}
        // The empty parameter before `body` lets iPhones read the text too.
        href={`sms:+${dialled(phone)}${text && `?&body=${body}`}`}
        onClick={markSent}
      />
      <Contact label="Call" Icon={Phone} href={telLink(phone)} />
      {email && (
        <Contact
          label="Send Email"
          Icon={Mail}
          href={`mailto:${email}${text && `?subject=${encodeURIComponent(title)}&body=${body}`}`}
          onClick={markSent}
        />
      )}
      <Contact label="Print View" Icon={Printer} href={`/admin/registrations/${id}/print`} isElsewhere />
    </div>
  );
}

type ContactProps = {
  label: string;
  Icon: LucideIcon;
  href: string;
  onClick?: () => void;
  isElsewhere?: boolean;
};

const look = buttonClass({ variant: 'outline', size: 'sm', className: 'max-md:min-w-11 max-md:px-2.5!' });

const Contact = ({ label, Icon, href, onClick, isElsewhere }: ContactProps) => (
  <a
    className={look}
    href={href}
    onClick={onClick}
    {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
  >
    <Icon aria-hidden />
    <span className="max-md:sr-only">{label}</span>
  </a>
);

export function RegistrationMessage({ message }: { message: Message }) {
  const { templates, title, text, choose, write } = message;
  return (
    <Frame title="Message">
      <div className="mt-3 flex flex-col gap-4">
        <Field
          label="Template"
          hint="WhatsApp, SMS and Send Email above open with this text. Templates are edited under Site."
        >
          <Select className="md:w-80" value={title} onChange={({ target }) => choose(target.value)}>
            <option value="">No template</option>
            {templates.map((template) => (
              <option key={template.title}>{template.title}</option>
            ))}
          </Select>
        </Field>
        {title && (
          <Field label="Text">
            <Textarea value={text} onChange={({ target }) => write(target.value)} />
          </Field>
        )}
      </div>
    </Frame>
  );
}
