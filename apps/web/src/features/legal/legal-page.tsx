import { describeRetention } from '@institute/contract/retention-words';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import privacy from '@institute/ui/pattern/heroes/privacy.svg';
import terms from '@institute/ui/pattern/heroes/terms.svg';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useSite } from '../../api/context.ts';
import { ContactLinks } from '../../navigation/contact-links.tsx';

const heroPatterns = { privacy, terms };

const linkClass = 'inline-flex min-h-11 items-center text-green underline underline-offset-4';

export function LegalPage({ page }: { page: 'privacy' | 'terms' }) {
  const legalTexts = useSuspenseQuery(useApi().queries.site.legal()).data;
  const { title, intro, sections } = legalTexts[page];
  return (
    <>
      <PageHero title={title} intro={intro} pattern={heroPatterns[page]} />
      <Container className="flex flex-col gap-10 py-section">
        {sections.map((section) => (
          <LegalSection key={section.title} title={section.title}>
            <p className="whitespace-pre-line">{section.text}</p>
          </LegalSection>
        ))}
        {page === 'privacy' && (
          <LegalSection title="How long we keep it">
            <ul className="flex list-disc flex-col gap-2 pl-5">
              {describeRetention(legalTexts.retention).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </LegalSection>
        )}
        <LegalSection title="How to reach us">
          <LegalContact />
          <Link to={page === 'privacy' ? '/terms' : '/privacy'} className={linkClass}>
            {page === 'privacy' ? 'Terms' : 'Privacy'}
          </Link>
          <p className="text-sm text-muted">
            Version <span translate="no">{legalTexts.version}</span>
          </p>
        </LegalSection>
      </Container>
    </>
  );
}

function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex max-w-text flex-col gap-3">
      <Heading level={2} size="block">
        {title}
      </Heading>
      {children}
    </section>
  );
}

function LegalContact() {
  const { name, address, phones, emails } = useSite().institute;
  return (
    <address className="flex flex-col items-start not-italic">
      {name && <span className="font-semibold">{name}</span>}
      {address && <span>{address}</span>}
      <ContactLinks phones={phones.slice(0, 1)} emails={emails.slice(0, 1)} className={linkClass} />
      {phones.length + emails.length === 0 && (
        <Link to="/contact" className={linkClass}>
          Send us a message
        </Link>
      )}
    </address>
  );
}
