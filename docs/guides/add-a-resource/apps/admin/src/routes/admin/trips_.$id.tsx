import { createFileRoute } from '@tanstack/react-router';
import { makeFormHead } from '../../content/form-route.ts';
import { TripPage } from '../../features/trips/trips.screen.tsx';

export const Route = createFileRoute('/admin/trips_/$id')({
  head: makeFormHead('Study Trip'),
  component: TripPage,
});
