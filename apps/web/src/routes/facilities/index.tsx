import { createFileRoute } from '@tanstack/react-router';
import { start } from '../../api/load.ts';
import { pageWords } from '../../api/site-data.ts';
import { FacilitiesPage } from '../../features/facilities/facilities-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/facilities/')({
  staticData: { site: ['pages.facilities', 'facilityBlocks'] },
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.facilities.all()),
  head: ({ match: { context } }) =>
    pageHead(context, { ...pageWords(context, 'facilities'), path: '/facilities' }),
  component: FacilitiesPage,
});
