import { createFileRoute, redirect } from '@tanstack/react-router';

/** For links within the site. The server redirects with 308. */
export const Route = createFileRoute('/register')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/registration${location.searchStr}`, replace: true });
  },
});
