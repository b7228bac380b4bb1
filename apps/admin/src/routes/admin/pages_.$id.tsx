import { createFileRoute } from '@tanstack/react-router';
import { makeFormHead } from '../../content/form-route.ts';
import { PagePage } from '../../features/writing/pages.screen.tsx';

export const Route = createFileRoute('/admin/pages_/$id')({
  head: makeFormHead('Page'),
  component: PagePage,
});
