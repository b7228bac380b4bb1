import { createFileRoute, notFound } from '@tanstack/react-router';
import * as resources from '../../admin-resources.ts';
import { ScreenNotFound } from '../../features/admin-shell/screen-not-found.tsx';

/** A sibling of /admin, not a child: /admin is rendered in the browser, and the server must answer 404 here. */
export const Route = createFileRoute('/admin_/$')({
  loader: () => {
    throw notFound();
  },
  head: () => ({ meta: [{ title: 'Page not found – Admin' }, { name: 'robots', content: 'noindex' }] }),
  notFoundComponent: () => <ScreenNotFound resources={resources} />,
});
