import { createFileRoute } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { makeResourceWords } from '../../api/resource-words.ts';
import { FacilitiesScreen } from '../../features/facilities/facilities.screen.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/facilities')({
  ...declareListRoute('Facilities', ({ facilities }) => facilities.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'facility', many: 'facilities' }),
      menu: { order: 5, label: 'Facilities', icon: Building2 },
      card: { order: 4, count: 'facilities', label: 'Facilities' },
    },
  },
  component: FacilitiesScreen,
});
