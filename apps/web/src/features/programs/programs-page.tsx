import { programCategories } from '@institute/contract/content.constants';
import { buttonClass } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/programs.svg';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';
import { type ListChoice, pagesWanted, programPages } from '../../lists/list-choice.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { pageStart, usePages } from '../../lists/show-more.tsx';
import { ProgramCard, ProgramCardSkeletons, ProgramGrid } from './program-card.tsx';

export function ProgramsPage({ choice }: { choice: ListChoice }) {
  const { title, intro } = useSite().pages.programs;
  const hasTexts = useHasTexts();
  return (
    <>
      <PageHero title={title} intro={intro} pattern={pattern}>
        <a href="#catalog" className={buttonClass({ variant: 'accent', size: 'lg' })}>
          See all programs
        </a>
      </PageHero>
      {hasTexts ? (
        <>
          <CorePrograms />
          <MorePrograms />
        </>
      ) : (
        <PageSkeleton />
      )}
      <ProgramCatalog choice={choice} />
    </>
  );
}

const USUAL_COUNT = 6;

function ProgramCatalog({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const pages = usePages(programPages(queries, choice), pagesWanted(choice));

  return (
    <ListSection
      path="/programs"
      id="catalog"
      label="All Programs"
      title="All Programs"
      pages={pages}
      filter={{ categories: programCategories, placeholder: 'Name or topic', choice }}
      counted={['program']}
      empty={{ title: 'No programs found matching your criteria.', all: 'Show all programs' }}
      skeleton={<ProgramCardSkeletons count={USUAL_COUNT} />}
    >
      {(programs) => (
        <ProgramGrid>
          {programs.map((program, at) => (
            <ProgramCard key={program.id} program={program} {...pageStart(at)} />
          ))}
        </ProgramGrid>
      )}
    </ListSection>
  );
}

function CorePrograms() {
  const { core } = useSite().programBlocks;
  return (
    <Section aria-label="Core Programs" title="Core Programs">
      <ul className="grid gap-5 md:grid-cols-3 lg:gap-6">
        {core.map(({ title, text, image }) => (
          <Card key={title} as="li" tone="sand">
            <ResponsiveImage
              src={image}
              alt={title}
              ratio={16 / 9}
              sizes="(min-width: 768px) 380px, 100vw"
              className="w-full"
            />
            <CardBody>
              <Heading level={3}>{title}</Heading>
              <p className="text-base">{text}</p>
            </CardBody>
          </Card>
        ))}
      </ul>
    </Section>
  );
}

function MorePrograms() {
  const { activities, digital, creative } = useSite().programBlocks;
  return (
    <div className="bg-sand py-section">
      <Container className="flex flex-col gap-10 lg:gap-12">
        <Block title="Additional Activities" items={activities} />
        <Block title="Digital Skills" items={digital} />
        <Block title="Creative Industry Programs" items={creative} />
      </Container>
    </div>
  );
}

function Block({ title, items }: { title: string; items: { title: string; text: string }[] }) {
  return (
    <section aria-label={title} className="grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
      <div className="flex items-center gap-4 self-start lg:flex-col lg:items-start">
        <Pattern seed={title} cols={1} rows={1} className="size-11 shrink-0 rounded-control lg:size-14" />
        <Heading level={2} size="block">
          {title}
        </Heading>
      </div>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {items.map((item) => (
          <li key={item.title} className="border-t-2 border-ink pt-3">
            <Heading level={3}>{item.title}</Heading>
            <p className="mt-1 text-base">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
