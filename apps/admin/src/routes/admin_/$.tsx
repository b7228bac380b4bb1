import { createFileRoute } from '@tanstack/react-router';
import { ScreenNotFound } from '../../features/shell/screen-not-found.tsx';

/** The server answers these addresses with 404. */
export const Route = createFileRoute('/admin_/$')({
  head: () => ({ meta: [{ title: 'Page not found – Admin' }] }),
  component: ScreenNotFound,
});
