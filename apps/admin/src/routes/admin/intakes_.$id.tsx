import { createFileRoute } from '@tanstack/react-router';
import { makeFormHead } from '../../content/form-route.ts';
import { IntakePage } from '../../features/intakes/intakes.screen.tsx';

export const Route = createFileRoute('/admin/intakes_/$id')({
  head: makeFormHead('Intake'),
  component: IntakePage,
});
