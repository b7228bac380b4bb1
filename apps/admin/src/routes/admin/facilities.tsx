import { createFileRoute } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { FacilitiesScreen } from '../../features/facilities/facilities.screen.tsx';
import { firstPage } from '../../lists/first-page.ts';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/facilities')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Facilities – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'facility', many: 'facilities' }),
      menu: { order: 5, label: 'Facilities', icon: Building2 },
      card: { order: 4, count: 'facilities', label: 'Facilities' },
    },
  },
  loader: firstPage(({ facilities }) => facilities.list),
  component: FacilitiesScreen,
});
