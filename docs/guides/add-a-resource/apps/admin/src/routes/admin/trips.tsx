import { createFileRoute } from '@tanstack/react-router';
import { Bus } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { TripsScreen } from '../../features/trips/trips.screen.tsx';
import { listAddress } from '../../lists/address.ts';

export const Route = createFileRoute('/admin/trips')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Study Trips – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'study trip', many: 'study trips' }),
      menu: { order: 7, label: 'Study Trips', icon: Bus },
    },
  },
  component: TripsScreen,
});
