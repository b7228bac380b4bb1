import { createFileRoute, notFound } from '@tanstack/react-router';
import { ScreenNotFound } from '../../features/admin-shell/screen-not-found.tsx';

/** Stands beside the other screens and not below their guard, so that the server can answer 404. */
export const Route = createFileRoute('/admin_/$')({
  loader: () => {
    throw notFound();
  },
  head: () => ({ meta: [{ title: 'Page not found – Admin' }, { name: 'robots', content: 'noindex' }] }),
  notFoundComponent: ScreenNotFound,
});
