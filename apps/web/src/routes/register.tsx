import { createFileRoute, redirect } from '@tanstack/react-router';

/** Address of the drawer's link. A request to the server is redirected with 308. */
export const Route = createFileRoute('/register')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/registration${location.searchStr}`, replace: true });
  },
});
