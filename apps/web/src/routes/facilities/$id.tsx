import { notFoundMessages } from '@institute/contract/constants';
import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { siteData } from '../../api/site-data.ts';
import { FacilityPage } from '../../features/facilities/facility-page.tsx';
import { FacilitySkeleton } from '../../features/facilities/facility-skeleton.tsx';
import { NotFoundPage } from '../../features/shell/not-found-page.tsx';
import { breadcrumbs, pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/facilities/$id')({
  loader: ({ context: { queryClient, queries }, params: { id } }) =>
    load(queryClient, queries.facilities.detail(id)),
  head: ({ match: { context }, loaderData: facility, params: { id } }) => {
    if (!facility) return {};
    const { name, description, imageUrl, features } = facility;
    const path = `/facilities/${id}`;
    const { pages, institute } = siteData(context) ?? {};
    const list = { name: pages?.facilities.title ?? 'Facilities', path: '/facilities' };
    return pageHead(context, {
      title: name,
      description: `${name} of ${institute?.name}: ${description} Features: ${features.join(', ')}.`,
      path,
      image: imageUrl,
      jsonLd: breadcrumbs(context, [list, { name, path }]),
    });
  },
  pendingComponent: FacilitySkeleton,
  notFoundComponent: () => (
    <NotFoundPage title={notFoundMessages.facility} to="/facilities" label="All facilities" />
  ),
  component: () => <FacilityPage id={Route.useParams().id} />,
});
