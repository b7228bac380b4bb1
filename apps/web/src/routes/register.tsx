import { createFileRoute, redirect } from '@tanstack/react-router';

/** The drawer's address for the registration; asked of the server it is a 308. */
export const Route = createFileRoute('/register')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/registration${location.searchStr}`, replace: true });
  },
});
