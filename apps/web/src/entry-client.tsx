import './styles.css';
import { createCall, sendOverHttp } from '@institute/client/call';
import { apiPrefix } from '@institute/contract/api.constants';
import { donationPagePath } from '@institute/contract/donations.constants';
import { patchDomForTranslation } from '@institute/ui/patch-dom.ts';
import { reloadOnMissingChunk } from '@institute/ui/reload-on-missing-chunk.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { stayWithoutScripts } from './browser/failed-start.ts';
import { captureServedPage } from './browser/served-page.ts';
import { loadWholePages } from './navigation/whole-pages.ts';
import { makeRouter } from './router.tsx';

const { dataset } = document.documentElement;
const isPageHydrated = () => 'hydrated' in dataset;

// Before hydration a missing chunk reloads nothing: the page may be the answer to a form, which a reload
// would send again.
reloadOnMissingChunk(import.meta.url, isPageHydrated);

// Behind a proxy `location` may show another origin than the public one
const canonicalAddress = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const { origin } = new URL(canonicalAddress ?? location.href);

const router = makeRouter(createCall(sendOverHttp(apiPrefix)), origin);

// The donation page has its own content policy, and a script that no other page may run
const isDonationPage = (from: string, to: string) => from === donationPagePath || to === donationPagePath;
// True without a connection, when only the worker can answer, from its cache. Later `visited-pages.ts` does
// this, also on a first visit.
const isOffline = () => !navigator.onLine && Boolean(navigator.serviceWorker?.controller);
// Before hydration links load whole pages, because parts that are not hydrated yet must not change
loadWholePages(
  router,
  (from, to) => from !== to && (!isPageHydrated() || isOffline() || isDonationPage(from, to)),
);

const isPageFramed = parent !== window;
const { isTranslated } = patchDomForTranslation();

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', hydrateSite);
else hydrateSite();

function hydrateSite(): void {
  // React would render a translated page again and lose what was typed or opened
  if (document.querySelector('font') && navigator.userActivation?.hasBeenActive) {
    document.documentElement.classList.remove('scripted');
    return;
  }
  const restoreServedPage = captureServedPage();
  let reactRoot: Root | undefined;
  let hasHydrationFailed = false;
  const restoreAfterFailure = (error: unknown) => {
    console.error(error);
    if (isPageHydrated() || hasHydrationFailed) return;
    hasHydrationFailed = true;
    // React must not be stopped while it renders
    queueMicrotask(() => {
      reactRoot?.unmount();
      restoreServedPage();
      stayWithoutScripts(error as Error);
    });
  };
  addEventListener(
    'hydrated',
    () => {
      // From now on the router prefetches, so the browser's own rules go
      document.querySelector('[type=speculationrules]')?.remove();
      prepareOffline();
    },
    { once: true },
  );
  // A transition hydrates in small steps, so that a slow phone can scroll
  startTransition(() => {
    reactRoot = hydrateRoot(document, <RouterClient router={router} />, {
      onCaughtError: restoreAfterFailure,
      onUncaughtError: restoreAfterFailure,
      onRecoverableError(error) {
        // A translator or the office's frame may change the page before hydration, and React then renders the
        // page again. Such errors are expected
        if (!isTranslated() && !isPageFramed) console.error(error);
      },
    });
  });
}

// Loads offline support after the page. A saved copy does not wait, because its images may never come on a
// stalled connection
function prepareOffline() {
  const loadOfflineSupport = () =>
    import('./browser/offline-support.ts')
      .then((part) => part.registerOfflineSupport(router))
      .catch(console.info);
  if (document.readyState === 'complete' || 'saved' in dataset) loadOfflineSupport();
  else addEventListener('load', loadOfflineSupport, { once: true });
}

// The office's form for the site's texts shows this page with the typed texts
if (isPageFramed) import('./browser/unsaved-settings.ts').then((part) => part.showUnsavedSettings(router));
