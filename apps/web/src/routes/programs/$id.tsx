import { programNotFound } from '@institute/contract/content.constants';
import { createFileRoute } from '@tanstack/react-router';
import { load, start } from '../../api/load.ts';
import { pageWords, siteData } from '../../api/site-data.ts';
import { programHead, programIntakes } from '../../features/programs/program-head.ts';
import { ProgramPage } from '../../features/programs/program-page.tsx';
import { ProgramSkeleton } from '../../features/programs/program-skeleton.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { breadcrumbs, pageHead } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';

export const Route = createFileRoute('/programs/$id')({
  loader: async ({ context: { queryClient, queries }, params: { id } }) => {
    const program = await load(queryClient, queries.programs.detail(id));
    await start(queryClient, queries.programs.similar(program), programIntakes(queries, program.id));
    return program;
  },
  head: ({ match: { context }, loaderData: program, params: { id } }) => {
    const path = `/programs/${id}`;
    const all = pageWords(context, 'programs');
    if (!program) return pageHead(context, { ...all, title: programNotFound, path, noindex: true });
    const way = [
      { name: all.title, path: '/programs' },
      { name: program.name, path },
    ];
    return pageHead(
      context,
      programHead(program, {
        site: siteData(context),
        intakes: context.queryClient.getQueryData(programIntakes(context.queries, program.id).queryKey),
        origin: context.origin,
        way: import.meta.env.SSR ? breadcrumbs(context, way) : {},
      }),
    );
  },
  pendingComponent: ProgramSkeleton,
  notFoundComponent: () => <NotFoundPage title={programNotFound} />,
  component: ProgramRoute,
});

function ProgramRoute() {
  return (
    <>
      <PreviewBanner item={Route.useLoaderData()} />
      <ProgramPage id={Route.useParams().id} />
    </>
  );
}
