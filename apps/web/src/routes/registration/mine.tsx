import { createFileRoute } from '@tanstack/react-router';
import { MinePage } from '../../features/registration/mine-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/registration/mine')({
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'My applications on this phone',
      description: 'The applications of this phone: those that wait, and those that were sent.',
      path: '/registration/mine',
      noindex: true,
    }),
  component: MinePage,
});
