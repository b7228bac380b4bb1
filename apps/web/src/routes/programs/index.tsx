import { programCategories } from '@institute/contract/content.constants';
import { buttonClass } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/programs.svg';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';
import { pageWords } from '../../api/site-data.ts';
import { ProgramCard, programSkeleton } from '../../features/programs/program-card.tsx';
import { listRoute } from '../../features/shell/page-head.ts';
import { CardSkeletons, cardGridClass, TopicBlocks } from '../../lists/cards.tsx';
import { listSearch, pagesWanted, programPages } from '../../lists/list-choice.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { pageStart, usePages } from '../../lists/show-more.tsx';

export const Route = createFileRoute('/programs/')({
  staticData: { site: ['pages.programs', 'programBlocks'] },
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  ...listRoute((context) => pageWords(context, 'programs'), programPages),
  component: ProgramsPage,
});

function ProgramsPage() {
  const choice = Route.useSearch();
  const { queries } = useApi();
  const { title, intro } = useSite().pages.programs;
  const pages = usePages(programPages(queries, choice), pagesWanted(choice));
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
      <ListSection
        path="/programs"
        id="catalog"
        label="All Programs"
        title="All Programs"
        pages={pages}
        filter={{ categories: programCategories, placeholder: 'Name or topic', choice }}
        counted={['program']}
        empty={{ title: 'No programs found matching your criteria.', all: 'Show all programs' }}
        skeleton={<CardSkeletons label="Loading programs…" {...programSkeleton} />}
      >
        {(programs) => (
          <ul className={cardGridClass}>
            {programs.map((program, at) => (
              <ProgramCard key={program.id} program={program} {...pageStart(at)} />
            ))}
          </ul>
        )}
      </ListSection>
    </>
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
  const blocks = {
    'Additional Activities': activities,
    'Digital Skills': digital,
    'Creative Industry Programs': creative,
  };
  return <TopicBlocks blocks={blocks} />;
}
