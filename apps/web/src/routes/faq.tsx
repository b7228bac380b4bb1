import type { Site } from '@institute/contract';
import { faqCategories } from '@institute/contract/site.constants';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/faq.svg';
import pattern from '@institute/ui/pattern/heroes/faq.svg';
import { PatternBand } from '@institute/ui/pattern/pattern.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useHasTexts, useSite } from '../api/context.ts';
import { readSiteData } from '../api/site-data.ts';
import { makeSiteHead } from '../features/shell/page-head.ts';
import { EmptySection } from '../lists/cards.tsx';

export const Route = createFileRoute('/faq')({
  staticData: { site: ['pages.faq', 'pages.contact', 'faq'] },
  head: makeSiteHead('faq', (context) => ({
    jsonLd: import.meta.env.SSR && makeFaqJsonLd(readSiteData(context)?.faq),
  })),
  component: FaqPage,
});

function FaqPage() {
  const { pages } = useSite('pages.faq', 'pages.contact');
  const hasTexts = useHasTexts();
  return (
    <>
      <PageHero {...pages.faq} pattern={pattern} />
      {hasTexts ? <FaqQuestions /> : <PageSkeleton />}
      <PatternBand image={band} />
      <section aria-label="More questions" className="bg-sand py-section">
        <Container className="flex flex-col items-start gap-4 md:flex-row md:items-center md:justify-between">
          <div className="flex flex-col gap-2">
            <Heading level={2} size="block">
              Your question is not here?
            </Heading>
            {pages.contact.intro && <p className="max-w-text">{pages.contact.intro}</p>}
          </div>
          <ButtonLink to="/contact">Contact Us</ButtonLink>
        </Container>
      </section>
    </>
  );
}

function FaqQuestions() {
  const { faq } = useSite('faq');
  if (faq.length === 0) return <EmptySection />;
  return (
    <Container className="flex flex-col gap-12 py-section lg:gap-16">
      {faqCategories.map((category) => {
        const faqItems = faq.filter((item) => item.category === category);
        if (faqItems.length === 0) return null;
        return (
          <section
            key={category}
            aria-label={category}
            className="grid gap-x-12 gap-y-4 lg:grid-cols-[18rem_1fr]"
          >
            <Heading level={2} size="block" className="lg:sticky lg:top-24 lg:self-start lg:pt-4">
              {category}
            </Heading>
            <Accordion name={category} items={faqItems} />
          </section>
        );
      })}
    </Container>
  );
}

/** One item of a group is open at a time. */
const Accordion = ({ name, items }: { name: string; items: Site['faq'] }) => (
  <ul className="border-y border-line *:not-last:border-b *:border-line">
    {items.map(({ question, answer }) => (
      <li key={question}>
        <details name={name} className="group">
          <summary className="flex min-h-14 w-full cursor-pointer list-none items-center justify-between gap-4 py-3 text-left hover:text-green [&::-webkit-details-marker]:hidden">
            <h3 className="text-md font-semibold">{question}</h3>
            <ChevronDown className="size-5 shrink-0 text-green transition-transform group-open:rotate-180" />
          </summary>
          <p className="max-w-text pb-5 whitespace-pre-line text-muted">{answer}</p>
        </details>
      </li>
    ))}
  </ul>
);

const makeFaqJsonLd = (faq: Site['faq'] = []) =>
  faq.length > 0 && {
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
