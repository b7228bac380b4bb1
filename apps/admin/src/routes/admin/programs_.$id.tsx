import { createFileRoute } from '@tanstack/react-router';
import { makeFormHead } from '../../content/form-route.ts';
import { ProgramPage } from '../../features/programs/programs.screen.tsx';

export const Route = createFileRoute('/admin/programs_/$id')({
  head: makeFormHead('Program'),
  component: ProgramPage,
});
