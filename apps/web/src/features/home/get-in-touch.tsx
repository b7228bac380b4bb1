import { telLink } from '@institute/contract/phone';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../../api/context.ts';

const linkClass =
  'inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere hover:text-sun';

export function GetInTouch() {
  const { institute, pages } = useSite();
  const [email] = institute.emails;
  const [phone] = institute.phones;
  return (
    <section aria-label="Get in Touch" className="bg-green py-section text-white">
      <Container className="grid gap-x-16 gap-y-8 lg:grid-cols-[2fr_3fr] lg:items-center">
        <div className="flex flex-col items-start gap-4">
          <Heading level={2}>Get in Touch</Heading>
          <p className="max-w-text">{pages.contact.intro}</p>
          <ButtonLink to="/contact" variant="accent" size="lg">
            Contact Us
          </ButtonLink>
        </div>
        <address className="grid gap-x-8 gap-y-3 not-italic sm:grid-cols-3 lg:gap-y-6">
          <Way icon={MapPin} name="Address">
            <span className="flex min-h-11 items-center">{institute.address}</span>
          </Way>
          {email && (
            <Way icon={Mail} name="Email">
              <a href={`mailto:${email}`} translate="no" className={linkClass}>
                {email}
              </a>
            </Way>
          )}
          {phone && (
            <Way icon={Phone} name="Phone">
              <a href={telLink(phone)} translate="no" className={linkClass}>
                {phone}
              </a>
            </Way>
          )}
        </address>
      </Container>
    </section>
  );
}

function Way({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-4 sm:flex-col sm:gap-2">
      <Icon className="mt-2.5 size-6 shrink-0 text-sun sm:mt-0" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="hidden font-semibold sm:block">{name}</p>
        {children}
      </div>
    </div>
  );
}
