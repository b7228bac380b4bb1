import type { Registration } from '@institute/contract';
import { chatLink, dialled, telLink } from '@institute/contract/phone';
import { useLoaderData } from '@tanstack/react-router';
import { Mail, MessageCircle, Phone, Printer } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';

type RegistrationContactProps = { registration: Pick<Registration, 'id' | 'phone' | 'email'> };

const look = buttonClass({ variant: 'outline', size: 'sm', className: 'max-md:min-w-11 max-md:px-2.5!' });

/** Links to contact the applicant, and to the print view. */
export function RegistrationContact({ registration: { id, phone, email } }: RegistrationContactProps) {
  const { institute } = useLoaderData({ from: '__root__' });
  const greeting = `Hello, this is ${institute.name}. We are writing about your registration.`;
  return (
    <div className="flex flex-wrap gap-2">
      <a className={look} href={chatLink(dialled(phone), greeting)} target="_blank" rel="noreferrer">
        <MessageCircle aria-hidden />
        <span className="max-md:sr-only">WhatsApp</span>
      </a>
      <a className={look} href={telLink(phone)}>
        <Phone aria-hidden />
        <span className="max-md:sr-only">Call</span>
      </a>
      <a className={look} href={`mailto:${email}`}>
        <Mail aria-hidden />
        <span className="max-md:sr-only">Send Email</span>
      </a>
      <a className={look} href={`/admin/registrations/${id}/print`} target="_blank" rel="noreferrer">
        <Printer aria-hidden />
        <span className="max-md:sr-only">Print View</span>
      </a>
    </div>
  );
}
