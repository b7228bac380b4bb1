import { facilityNotFound } from '@institute/contract/content.constants';
import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { pageWords, siteData } from '../../api/site-data.ts';
import { FacilityPage } from '../../features/facilities/facility-page.tsx';
import { FacilitySkeleton } from '../../features/facilities/facility-skeleton.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { breadcrumbs, pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/facilities/$id')({
  loader: ({ context: { queryClient, queries }, params: { id } }) =>
    load(queryClient, queries.facilities.detail(id)),
  head: ({ match: { context }, loaderData: facility, params: { id } }) => {
    const path = `/facilities/${id}`;
    const all = pageWords(context, 'facilities');
    if (!facility) return pageHead(context, { ...all, title: facilityNotFound, path, noindex: true });
    const { name, description, imageUrl, features } = facility;
    const institute = siteData(context)?.institute.name;
    return pageHead(context, {
      title: name,
      description: import.meta.env.SSR
        ? `${name} of ${institute}: ${description} Features: ${features.join(', ')}.`
        : '',
      path,
      image: imageUrl,
      jsonLd:
        import.meta.env.SSR &&
        breadcrumbs(context, [
          { name: all.title, path: '/facilities' },
          { name, path },
        ]),
    });
  },
  pendingComponent: FacilitySkeleton,
  notFoundComponent: () => <NotFoundPage title={facilityNotFound} to="/facilities" label="All facilities" />,
  component: FacilityRoute,
});

function FacilityRoute() {
  return <FacilityPage id={Route.useParams().id} />;
}
