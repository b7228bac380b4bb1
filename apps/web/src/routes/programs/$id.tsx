import type { Program } from '@institute/contract';
import { programNotFound } from '@institute/contract/programs.constants';
import { BackLink } from '@institute/ui/back-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useApi } from '../../api/context.ts';
import { loadQuery, startQueries } from '../../api/load.ts';
import { CategoryBadge, ProgramCard, programSkeleton } from '../../features/programs/program-card.tsx';
import { ProgramDescription } from '../../features/programs/program-description.tsx';
import { ProgramFacts } from '../../features/programs/program-facts.tsx';
import { makeProgramHead, queryProgramIntakes } from '../../features/programs/program-head.ts';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { makeItemHead } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';
import { CardSkeletons, cardGridClass, LoadedItems } from '../../lists/cards.tsx';

export const Route = createFileRoute('/programs/$id')({
  loader: async ({ context: { queryClient, queries }, params: { id } }) => {
    const program = await loadQuery(queryClient, queries.programs.detail(id));
    await startQueries(
      queryClient,
      queries.programs.similar(program),
      queryProgramIntakes(queries, program.id),
    );
    return program;
  },
  head: makeItemHead('programs', programNotFound, makeProgramHead),
  notFoundComponent: () => <NotFoundPage title={programNotFound} />,
  component: ProgramPage,
});

function ProgramPage() {
  const { id } = Route.useParams();
  const { data: program } = useSuspenseQuery(useApi().queries.programs.detail(id));
  return (
    <>
      <PreviewBanner item={program} />
      <Container className="pt-4 pb-section md:pt-6">
        <BackLink to="/programs">Back to programs</BackLink>
        <article className="mt-2 grid gap-x-12 gap-y-8 md:mt-4 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr] lg:items-start">
          <ProgramTitle program={program} />
          <ProgramFacts program={program} />
          <ProgramDescription text={program.description} />
        </article>
        <RegistrationQrCode program={program} />
      </Container>
      <SimilarPrograms program={program} />
    </>
  );
}

function RegistrationQrCode({ program: { id, name } }: { program: Program }) {
  const { origin, light } = useRouter().options.context;
  if (light) return null;
  return (
    <figure className="mt-6 hidden items-center gap-4 print:flex">
      <img
        src={`/programs/${id}/registration.svg`}
        alt={`QR code of the registration for ${name}`}
        width={120}
        height={120}
        fetchPriority="low"
      />
      <figcaption>
        Register here:
        <br />
        <span translate="no">{`${origin}/registration?program=${id}`}</span>
      </figcaption>
    </figure>
  );
}

function ProgramTitle({ program }: { program: Program }) {
  const { name, category, imageUrl, imageAlt } = program;
  return (
    <div className="contents lg:block">
      <header className="flex flex-col items-start gap-3">
        <CategoryBadge category={category} />
        <Heading level={1}>{name}</Heading>
      </header>
      <ResponsiveImage
        src={imageUrl}
        alt={imageAlt ?? name}
        ratio={16 / 9}
        sizes="(min-width: 1024px) 780px, 100vw"
        priority
        className="w-full rounded-card lg:mt-6 print:hidden"
      />
    </div>
  );
}

function SimilarPrograms({ program }: { program: Program }) {
  const similarPrograms = useQuery(useApi().queries.programs.similar(program));
  return (
    <Section tone="sand" className="print:hidden" aria-label="Similar Programs" title="Similar Programs">
      <LoadedItems
        list={similarPrograms}
        empty={<p className="text-muted">There is no other one of this category yet.</p>}
        skeleton={<CardSkeletons label="Loading programs…" count={3} {...programSkeleton} />}
      >
        {(programs) => (
          <ul className={cardGridClass}>
            {programs.map((other) => (
              <ProgramCard key={other.id} program={other} />
            ))}
          </ul>
        )}
      </LoadedItems>
    </Section>
  );
}
