import { createFileRoute } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { FacilitiesScreen } from '../../features/facilities/facilities.screen.tsx';
import { listAddress } from '../../lists/address.ts';
import { firstPage } from '../../lists/first-page.ts';

export const Route = createFileRoute('/admin/facilities')({
  validateSearch: listAddress,
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
