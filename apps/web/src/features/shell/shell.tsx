import { Outlet, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LazyToaster } from '../../ui/lazy-toaster.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { BackButton, ChatButton } from './floating-buttons.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { RouteFocus } from './route-focus.tsx';

type ShellProps = {
  /** A button beside the floating buttons. */
  shortcut: ReactNode;
};

/** The layout of every public page. The dashboard has its own. */
export function Shell({ shortcut }: ShellProps) {
  const isAdmin = useMatches({
    select: (matches) => matches.some(({ fullPath }) => String(fullPath).startsWith('/admin')),
  });
  return (
    <>
      <SkipLink />
      <RouteFocus />
      {isAdmin ? <Outlet /> : <Site shortcut={shortcut} />}
      <LazyToaster />
    </>
  );
}

function Site({ shortcut }: ShellProps) {
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <aside aria-label="Shortcuts">
        <BackButton />
        <div className="fixed right-4 bottom-4 z-20 flex flex-col items-end gap-2 print:hidden min-[24rem]:flex-row">
          {shortcut}
          <ChatButton />
        </div>
      </aside>
    </>
  );
}
