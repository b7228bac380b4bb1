import { LazyToaster } from '@institute/ui/lazy-toaster.tsx';
import { RouteFocus, SkipLink } from '@institute/ui/routing.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useHasTexts, useSite } from '../../api/context.ts';
import { readSiteFailure } from '../../api/site-data.ts';
import { FailedPage } from './error-page.tsx';
import { BackButton, ChatButton } from './floating-buttons.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

type ShellProps = {
  /** A control in the header. On wide screens it floats. */
  shortcut: ReactNode;
};

export function Shell({ shortcut }: ShellProps) {
  const siteFailure = useSiteFailure();
  const hasTexts = useHasTexts();
  const { emptyPages } = useSite();
  const pathname = useLocation({ select: (location) => location.pathname });
  // The page that says that the site is being set up fills the whole screen
  const isSettingUp = pathname === '/' && emptyPages.includes('/');
  // Announces hydration. Code outside React and actions of the visitor wait for it: parts of the page are
  // hydrated in later tasks, and an earlier change makes React render them again.
  useEffect(() => {
    let isMounted = true;
    // Safari cannot say when it is idle
    const runWhenIdle = self.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 100));
    runWhenIdle(() => {
      if (!isMounted) return;
      const { dataset } = document.documentElement;
      delete dataset.view;
      dataset.hydrated = '';
      dispatchEvent(new Event('hydrated'));
    });
    return () => {
      isMounted = false;
    };
  }, []);
  const floatingButtons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Phones never load this part. Without a connection the buttons stay where they float
    const beginKeepingButtonsClear = () => {
      if (innerWidth < 768) return;
      removeEventListener('resize', beginKeepingButtonsClear);
      import('./step-aside.ts').then(
        ({ keepButtonsClear: keepClear }) => keepClear(floatingButtons),
        () => undefined,
      );
    };
    // No clean-up, because the shell stays as long as the document
    addEventListener('resize', beginKeepingButtonsClear);
    beginKeepingButtonsClear();
  }, []);
  return (
    <>
      <SkipLink />
      <RouteFocus />
      {!isSettingUp && <Header shortcut={shortcut} />}
      <main id="main" tabIndex={-1}>
        {siteFailure && !hasTexts ? <FailedPage error={siteFailure} isTitled /> : <Outlet />}
      </main>
      {!isSettingUp && (
        <>
          <Footer />
          {/* The end of the page, where the buttons cover nothing. On phones they stand there, elsewhere they float */}
          <aside aria-label="Shortcuts" className="bg-ink print:hidden md:pb-20">
            <div
              ref={floatingButtons}
              className="pointer-events-none inset-x-4 bottom-4 z-20 flex items-end gap-3 px-4 md:tall:fixed md:tall:px-0"
            >
              <BackButton />
              <ChatButton />
            </div>
          </aside>
        </>
      )}
      <LazyToaster />
    </>
  );
}

function useSiteFailure(): Error | null {
  const watchedQueryClient = useQueryClient();
  return useSyncExternalStore(
    watchedQueryClient.getQueryCache().subscribe,
    () => readSiteFailure(watchedQueryClient),
    () => null,
  );
}
