import './styles.css';
import { createCall, sendOverHttp } from '@institute/client/call';
import { apiPrefix } from '@institute/contract/api.constants';
import { donationPage } from '@institute/contract/donations.constants';
import { patchDomForTranslation } from '@institute/ui/patch-dom.ts';
import { reloadOnMissingChunk } from '@institute/ui/reload-on-missing-chunk.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { stayDocument } from './browser/failed-start.ts';
import { captureServedPage } from './browser/served-page.ts';
import { loadWholePages } from './navigation/whole-pages.ts';
import { makeRouter } from './router.tsx';

const { dataset } = document.documentElement;
const isHydrated = () => 'hydrated' in dataset;

// Before, the page stays as it was sent. It may be the answer to a form, which a reload would send again.
reloadOnMissingChunk(import.meta.url, isHydrated);

// Behind a proxy `location` may show another origin than the public one
const canonicalAddress = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const { origin } = new URL(canonicalAddress ?? location.href);

const router = makeRouter(createCall(sendOverHttp(apiPrefix)), origin);

// The page that pays has its own content policy, and a script that no other may run
const isDonationPage = (from: string, to: string) => from === donationPage || to === donationPage;
// The worker answers from its cache. Later `visited-pages.ts` sees to this, on a first visit too.
const isCutOff = () => !navigator.onLine && Boolean(navigator.serviceWorker?.controller);
// Parts of the page that are not hydrated yet must not change
loadWholePages(
  router,
  (from, to) => from !== to && (!isHydrated() || isCutOff() || isDonationPage(from, to)),
);

const isFramed = parent !== window;
const { isTranslated } = patchDomForTranslation();

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', hydrateSite);
else hydrateSite();

function hydrateSite(): void {
  // React would draw a translated page again, without what was typed or opened
  if (document.querySelector('font') && navigator.userActivation?.hasBeenActive) {
    document.documentElement.classList.remove('scripted');
    return;
  }
  const putBack = captureServedPage();
  let root: Root | undefined;
  let hasFailed = false;
  const fail = (error: unknown) => {
    console.error(error);
    if (isHydrated() || hasFailed) return;
    hasFailed = true;
    // React must not be stopped while it renders
    queueMicrotask(() => {
      root?.unmount();
      putBack();
      stayDocument(error as Error);
    });
  };
  addEventListener(
    'hydrated',
    () => {
      // From here on the router prefetches
      document.querySelector('[type=speculationrules]')?.remove();
      prepareOffline();
    },
    { once: true },
  );
  // A transition hydrates in small steps, so that a slow phone can scroll
  startTransition(() => {
    root = hydrateRoot(document, <RouterClient router={router} />, {
      onCaughtError: fail,
      onUncaughtError: fail,
      onRecoverableError(error) {
        // A translator or the office's frame may change the page before hydration; React then renders it
        // again
        if (!isTranslated() && !isFramed) console.error(error);
      },
    });
  });
}

// Loads after the page, except in a saved copy, whose images may never come on a stalled connection
function prepareOffline() {
  const loadSupport = () =>
    import('./browser/offline-support.ts')
      .then((part) => part.registerOfflineSupport(router))
      .catch(console.info);
  if (document.readyState === 'complete' || 'saved' in dataset) loadSupport();
  else addEventListener('load', loadSupport, { once: true });
}

// The office's form for the site's texts shows this page with the typed texts
if (isFramed) import('./browser/unsaved-settings.ts').then((part) => part.showUnsavedSettings(router));
