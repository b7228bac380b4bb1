import { createFileRoute } from '@tanstack/react-router';
import { Bus } from 'lucide-react';
import { makeResourceWords } from '../../api/resource-words.ts';
import { TripsScreen } from '../../features/trips/trips.screen.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/trips')({
  ...declareListRoute('Study Trips', ({ trips }) => trips.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'study trip', many: 'study trips' }),
      menu: { order: 7, label: 'Study Trips', icon: Bus },
    },
  },
  component: TripsScreen,
});
