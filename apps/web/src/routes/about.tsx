import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/leadership.svg';
import pattern from '@institute/ui/pattern/heroes/faq.svg';
import { Pattern, PatternBand } from '@institute/ui/pattern/pattern.tsx';
import { PersonCard, PersonCardSkeletons } from '@institute/ui/person-card.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ExternalLink, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApi, useHasTexts, useSite } from '../api/context.ts';
import { startQueries } from '../api/load.ts';
import { readSiteData } from '../api/site-data.ts';
import { makeSiteHead } from '../features/shell/page-head.ts';
import { cardGridClass, EmptySection, LoadedItems } from '../lists/cards.tsx';

export const Route = createFileRoute('/about')({
  staticData: { site: ['pages.about', 'institute.aboutDocumentUrl', 'about', 'values'] },
  loader: ({ context: { queryClient, queries } }) =>
    startQueries(queryClient, queries.coaches.all({ group: 'board' })),
  head: makeSiteHead('about', (context) => ({
    image: import.meta.env.SSR ? readSiteData(context)?.about.image : null,
  })),
  component: AboutPage,
});

function AboutPage() {
  const { institute, about, pages, emptyPages } = useSite('about', 'pages.about');
  const hasTexts = useHasTexts();
  return (
    <>
      <PageHero
        {...pages.about}
        {...(about?.image === ''
          ? { pattern }
          : { image: { src: about?.image, alt: about?.imageAlt ?? institute.name } })}
      />
      {emptyPages.includes('/about') && <EmptySection />}
      {hasTexts ? <AboutTexts /> : <PageSkeleton />}
      <LeadershipSection />
    </>
  );
}

function AboutTexts() {
  const { institute, about, values } = useSite('about', 'values', 'institute.aboutDocumentUrl');
  const { name, aboutDocumentUrl: url } = institute;
  return (
    <>
      {(about.mission || about.vision) && (
        <Container className="grid gap-x-16 gap-y-10 py-section md:grid-cols-2">
          {about.mission && <MissionOrVisionSection title="Mission" text={about.mission} />}
          {about.vision && <MissionOrVisionSection title="Vision" text={about.vision} />}
        </Container>
      )}
      {(about.text || url) && (
        <section aria-label={['About', name].filter(Boolean).join(' ')} className="bg-sand py-section">
          <Container className={cx('grid gap-x-16 gap-y-10', about.text && url && 'lg:grid-cols-2')}>
            {about.text && (
              <div className="flex flex-col gap-5">
                <Heading level={2}>Who we are</Heading>
                <p className="max-w-text whitespace-pre-line">{about.text}</p>
              </div>
            )}
            {url && <AboutDocument url={url} />}
          </Container>
        </section>
      )}
      {values.length > 0 && (
        <Section title="Core Values" aria-label="Core Values">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
            {values.map(({ title, text }) => (
              <Card key={title} as="li">
                <Pattern seed={title} cols={6} rows={1} className="h-10 w-full" />
                <CardBody>
                  <Heading level={3}>{title}</Heading>
                  <p className="text-base text-muted">{text}</p>
                </CardBody>
              </Card>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function MissionOrVisionSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="flex flex-col gap-3 border-t-4 border-sun pt-5">
      <Heading level={2}>{title}</Heading>
      <p className="max-w-text text-lg">{text}</p>
    </section>
  );
}

function LeadershipSection() {
  const { queries } = useApi();
  const boardQuery = useQuery(queries.coaches.all({ group: 'board' }));
  if (boardQuery.data?.length === 0) return null;
  return (
    <>
      <PatternBand image={band} />
      <Section title="Our Leadership" aria-label="Our Leadership">
        <LoadedItems
          list={boardQuery}
          skeleton={
            <PersonCardSkeletons label="Loading our leadership…" count={3} className={cardGridClass} />
          }
        >
          {(people) => (
            <ul className={cardGridClass}>
              {people.map(({ id, name, role, imageUrl, imageAlt }) => (
                <PersonCard key={id} name={name} position={role} image={imageUrl} alt={imageAlt} />
              ))}
            </ul>
          )}
        </LoadedItems>
      </Section>
    </>
  );
}

function AboutDocument({ url }: { url: string }) {
  const { institute } = useSite();
  const fileSize = useFileSize(url);
  return (
    <div className="flex flex-col gap-2 light:rounded-card light:border light:border-line light:bg-card light:p-5 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:p-5">
      {/* Hidden on phones, which cannot show a PDF inside a page. A hidden lazy frame does not load. */}
      <iframe
        src={`${url}#navpanes=0&view=FitH`}
        title="About us, the document"
        loading="lazy"
        className="h-[600px] w-full rounded-card border border-line bg-card light:hidden max-md:hidden"
      />
      <div className="flex items-center gap-3 md:pictured:hidden">
        <FileText className="size-8 shrink-0 text-green" />
        <div>
          <p className="font-semibold">{['About', institute.name].filter(Boolean).join(' ')}</p>
          <p className="text-sm text-muted">{['PDF', fileSize].filter(Boolean).join(', ')}</p>
        </div>
      </div>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-2 self-start font-semibold text-green underline-offset-4 hover:underline"
      >
        Open the document
        <ExternalLink className="size-5" />
      </a>
    </div>
  );
}

/**
 * The size of a file of this site, such as "182 kB". Other servers do not let a page read the size of their
 * files.
 */
function useFileSize(url: string): string | undefined {
  const [size, setSize] = useState<string>();
  useEffect(() => {
    if (!url.startsWith('/')) return;
    let isUnmounted = false;
    fetch(url, { method: 'HEAD' })
      .then(({ ok, headers }) => {
        const fileBytes = Number(headers.get('content-length'));
        if (!isUnmounted && ok && fileBytes > 0) setSize(formatFileSize(fileBytes));
      })
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [url]);
  return size;
}

const formatFileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
