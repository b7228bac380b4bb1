import { createFileRoute } from '@tanstack/react-router';
import { makeFormHead } from '../../content/form-route.ts';
import { FacilityPage } from '../../features/facilities/facilities.screen.tsx';

export const Route = createFileRoute('/admin/facilities_/$id')({
  head: makeFormHead('Facility'),
  component: FacilityPage,
});
