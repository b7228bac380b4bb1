import { Outlet, useMatches } from '@tanstack/react-router';
import { LazyToaster } from '../../ui/lazy-toaster.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { BackButton, ChatButton } from './floating-buttons.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { RouteFocus } from './route-focus.tsx';

/** What stands around every page; the dashboard brings a frame of its own. */
export function Shell() {
  const isAdmin = useMatches({
    select: (matches) => matches.some(({ fullPath }) => String(fullPath).startsWith('/admin')),
  });
  return (
    <>
      <SkipLink />
      <RouteFocus />
      {isAdmin ? <Outlet /> : <Site />}
      <LazyToaster />
    </>
  );
}

function Site() {
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <aside aria-label="Shortcuts">
        <BackButton />
        <ChatButton />
      </aside>
    </>
  );
}
