import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/leadership.svg';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { PatternBand } from '@institute/ui/pattern/pattern-band.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useHasTexts, useSite } from '../../api/context.ts';
import { AboutDocument } from './about-document.tsx';
import { Leadership } from './leadership.tsx';

export function AboutPage() {
  const { institute, about, pages } = useSite();
  const hasTexts = useHasTexts();
  return (
    <>
      <PageHero
        title={pages.about.title}
        intro={pages.about.intro}
        image={{ src: about?.image, alt: about?.imageAlt ?? institute.name }}
      />
      {hasTexts ? <AboutTexts /> : <PageSkeleton />}
      <PatternBand image={band} />
      <Leadership />
    </>
  );
}

function AboutTexts() {
  const { institute, about, values } = useSite();
  return (
    <>
      <Container className="grid gap-x-16 gap-y-10 py-section md:grid-cols-2">
        <Aim title="Mission" text={about.mission} />
        <Aim title="Vision" text={about.vision} />
      </Container>
      <section aria-label={`About ${institute.name}`} className="bg-sand py-section">
        <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
          <div className="flex flex-col gap-5">
            <Heading level={2}>Who we are</Heading>
            <p className="max-w-text whitespace-pre-line">{about.text}</p>
          </div>
          <AboutDocument url={institute.aboutDocumentUrl} />
        </Container>
      </section>
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
    </>
  );
}

function Aim({ title, text }: { title: string; text: string }) {
  return (
    <section className="flex flex-col gap-3 border-t-4 border-sun pt-5">
      <Heading level={2}>{title}</Heading>
      <p className="max-w-text text-lg">{text}</p>
    </section>
  );
}
