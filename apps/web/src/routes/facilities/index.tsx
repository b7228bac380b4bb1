import { createFileRoute } from '@tanstack/react-router';
import { start } from '../../api/load.ts';
import { siteData } from '../../api/site-data.ts';
import { FacilitiesPage } from '../../features/facilities/facilities-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/facilities/')({
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.facilities.list()),
  head: ({ match: { context } }) => {
    const { pages, facilityBlocks } = siteData(context) ?? {};
    const [equipment, technology] = [facilityBlocks?.equipment[0], facilityBlocks?.technology[0]];
    return pageHead(context, {
      title: 'Facilities',
      description: [pages?.facilities.intro, equipment?.text, technology?.text].filter(Boolean).join(' '),
      path: '/facilities',
    });
  },
  component: FacilitiesPage,
});
