import { telLink } from '@institute/contract/phone';
import { Heading } from '@institute/ui/heading.tsx';
import { Mail, Phone } from 'lucide-react';
import { useSite } from '../../api/context.ts';

const linkClass =
  'inline-flex min-h-11 max-w-full items-center gap-2.5 underline-offset-4 hover:text-green hover:underline';
const iconClass = 'size-5 shrink-0 text-green';

export function Departments() {
  const { departments } = useSite();
  return (
    <section aria-label="Departments" className="grid gap-6 sm:max-lg:grid-cols-2">
      {departments.map(({ name, contact, phone, email }) => (
        <div key={name} className="flex flex-col items-start border-t-4 border-sun pt-4">
          <Heading level={2} size="card">
            {name}
          </Heading>
          <p className="mb-1 text-base text-muted">
            Contact:{' '}
            <span translate="no" className="font-semibold text-ink">
              {contact}
            </span>
          </p>
          <a href={telLink(phone)} translate="no" className={linkClass}>
            <Phone className={iconClass} strokeWidth={1.75} aria-hidden />
            {phone}
          </a>
          <a href={`mailto:${email}`} translate="no" className={linkClass}>
            <Mail className={iconClass} strokeWidth={1.75} aria-hidden />
            <span className="min-w-0 wrap-anywhere">{email}</span>
          </a>
        </div>
      ))}
    </section>
  );
}
