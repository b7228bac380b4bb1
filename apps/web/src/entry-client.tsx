import './styles.css';
import { createCall, sendOverHttp } from '@institute/client/call';
import { apiPrefix } from '@institute/contract/api.constants';
import { donationPage } from '@institute/contract/donations.constants';
import { reloadForMissingPart } from '@institute/ui/missing-part.ts';
import { patchDomForTranslation } from '@institute/ui/patch-dom.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from './browser/react-dom.ts';
import { loadWholePages } from './navigation/whole-pages.ts';
import { makeRouter } from './router.tsx';

reloadForMissingPart(import.meta.url);

// Behind a proxy `location` may show another origin than the public one
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const { origin } = new URL(canonical ?? location.href);

const router = makeRouter(createCall(sendOverHttp(apiPrefix)), origin);

// The page that pays has a content policy of its own, and a script that no other page may run
loadWholePages(router, (from, to) => from !== to && (from === donationPage || to === donationPage));

const isFramed = parent !== window;
const { isTranslated } = patchDomForTranslation();

/** `page-assets.ts` calls it when all files of the page have run. */
export function hydrateSite() {
  // A transition hydrates in small steps, so that a slow phone can scroll
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />, {
      onRecoverableError(error) {
        // A translator or the office's frame may change the page before hydration; React then renders it
        // again
        if (!isTranslated() && !isFramed) console.error(error);
      },
    });
  });
}

// Loads after the page, except in a saved copy, whose images may never come on a stalled connection
const prepareOffline = () =>
  import('./browser/offline-support.ts')
    .then((part) => part.registerOfflineSupport(router))
    .catch(console.info);
if (document.readyState === 'complete' || 'saved' in document.documentElement.dataset) prepareOffline();
else addEventListener('load', prepareOffline, { once: true });

// The office's form for the site's texts shows this page with the typed texts
if (isFramed) import('./browser/unsaved-settings.ts').then((part) => part.showUnsavedSettings(router));
