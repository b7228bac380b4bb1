import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { FormFaults, FormSuccess } from '@institute/ui/form-outcome.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/contact.svg';
import { Skeleton } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHasTexts, usePostedForm, useSite } from '../api/context.ts';
import { ContactForm, contactFields } from '../features/contact/contact-form.tsx';
import { Location } from '../features/contact/location.tsx';
import { makeSiteHead } from '../features/shell/page-head.ts';
import { ContactLinks } from '../navigation/contact-links.tsx';
import { makeParameterReader } from '../navigation/page-query.ts';

export const Route = createFileRoute('/contact')({
  staticData: {
    site: ['pages.contact', 'institute.mapUrl', 'institute.directionsUrl', 'departments', 'openingHours'],
  },
  validateSearch: makeParameterReader<'sent'>('sent'),
  head: makeSiteHead('contact'),
  component: () => <ContactPage sent={Route.useSearch().sent !== undefined} />,
});

function ContactPage({ sent }: { sent: boolean }) {
  const { pages, institute, departments, openingHours } = useSite(
    'departments',
    'openingHours',
    'pages.contact',
  );
  const hasTexts = useHasTexts();
  const { phones, emails } = institute;
  const hasPageOnlyForm =
    hasTexts && ![departments, openingHours, phones, emails].some(({ length }) => length > 0);
  const postedForm = usePostedForm('/contact');
  return (
    <>
      {sent && <FormSuccess title="Message sent successfully" />}
      {postedForm && <FormFaults form="contact" posted={postedForm} labels={contactFields} />}
      <PageHero {...pages.contact} pattern={pattern} />
      <Container
        className={cx(
          'grid gap-x-12 gap-y-10 py-section lg:items-start',
          !hasPageOnlyForm && 'lg:grid-cols-[24rem_1fr]',
        )}
      >
        {!hasPageOnlyForm && (
          <div className="flex flex-col gap-6">
            {hasTexts ? (
              <>
                <Departments />
                {openingHours.length > 0 && <OpeningHours />}
              </>
            ) : (
              <Skeleton className="h-dvh" />
            )}
          </div>
        )}
        <div
          className={cx(
            'flex flex-col gap-5 rounded-card border border-line bg-card p-5 md:p-8',
            hasPageOnlyForm && 'lg:mx-36',
          )}
        >
          <Heading level={2} size="block">
            Send us a message
          </Heading>
          <ContactForm posted={postedForm} />
        </div>
      </Container>
      <Location />
    </>
  );
}

const linkClass =
  'inline-flex min-h-11 max-w-full items-center gap-2.5 underline-offset-4 hover:text-green hover:underline';
const iconClass = 'size-5 shrink-0 text-green';

/** The departments. An institute without departments shows its own phones and emails instead. */
function Departments() {
  const { departments, institute } = useSite('departments');
  const { phones, emails } = institute;
  if (departments.length > 0) {
    return (
      <section aria-label="Departments" className="grid gap-6 sm:max-lg:grid-cols-2">
        {departments.map(({ name, contact, phone, email }) => (
          <ContactWays key={name} title={name} phones={[phone]} emails={[email]}>
            <p className="mb-1 text-base text-muted">
              Contact:{' '}
              <span translate="no" className="font-semibold text-ink">
                {contact}
              </span>
            </p>
          </ContactWays>
        ))}
      </section>
    );
  }
  if (phones.length + emails.length === 0) return null;
  const contactTitle = phones.length > 0 ? 'Call us' : 'Write to us';
  return <ContactWays title={contactTitle} phones={phones} emails={emails} />;
}

type ContactWaysProps = {
  title: string;
  phones: readonly string[];
  emails: readonly string[];
  children?: ReactNode;
};

const ContactWays = ({ title, phones, emails, children }: ContactWaysProps) => (
  <div className="flex flex-col items-start border-t-4 border-sun pt-4">
    <Heading level={2} size="card">
      {title}
    </Heading>
    {children}
    <ContactLinks phones={phones} emails={emails} className={linkClass} iconClass={iconClass} />
  </div>
);

function OpeningHours() {
  const { openingHours } = useSite('openingHours');
  return (
    <section aria-label="Opening hours" className="rounded-card bg-sand p-5 md:p-6">
      <Heading level={2} size="card" className="mb-3 flex items-center gap-2.5">
        <Clock className="size-5 text-green" />
        Opening hours
      </Heading>
      <dl className="flex flex-col gap-1.5">
        {openingHours.map(({ days, hours }) => (
          <div key={days} className="flex flex-wrap justify-between gap-x-6">
            <dt>{days}</dt> <dd className="font-semibold">{hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
