import { Container } from '@institute/ui/container.tsx';
import { LazyToaster } from '@institute/ui/lazy-toaster.tsx';
import { RouteFocus, SkipLink } from '@institute/ui/routing.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useHasTexts } from '../../api/context.ts';
import { siteFailure } from '../../api/site-data.ts';
import { FailedPage } from './error-page.tsx';
import { BackButton, ChatButton } from './floating-buttons.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

type ShellProps = {
  /** A control in the header. On wide screens it floats. */
  shortcut: ReactNode;
};

export function Shell({ shortcut }: ShellProps) {
  const failure = useSiteFailure();
  const hasTexts = useHasTexts();
  // what is made outside React waits for this
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
  return (
    <>
      <SkipLink />
      <RouteFocus />
      <Header shortcut={shortcut} />
      <main id="main" tabIndex={-1}>
        {failure && !hasTexts ? <FailedPage error={failure} isTitled /> : <Outlet />}
      </main>
      <Footer />
      <aside aria-label="Shortcuts" className="bg-ink">
        <Container className="flex items-center gap-3 docked:pb-6">
          <BackButton />
          <ChatButton />
        </Container>
      </aside>
      <LazyToaster />
    </>
  );
}

function useSiteFailure(): Error | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    client.getQueryCache().subscribe,
    () => siteFailure(client),
    () => null,
  );
}
