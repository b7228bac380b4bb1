import './styles.css';
import { createCall, sendOverHttp } from '@institute/client/call';
import { apiPrefix } from '@institute/contract/api.constants';
import { patchDomForTranslation } from '@institute/ui/patch-dom.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { makeRouter } from './router.tsx';

// The server knows the public origin. Behind a proxy `location` may show another one.
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const { origin } = new URL(canonical ?? location.href);

const router = makeRouter(createCall(sendOverHttp(apiPrefix)), origin);

const isFramed = parent !== window;
const { isTranslated } = patchDomForTranslation();
const { classList } = document.documentElement;
const start = () => {
  // A transition hydrates in small steps, so that a slow phone can scroll meanwhile.
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />, {
      onRecoverableError(error) {
        // Before hydration a browser may translate the page, and a frame may get texts. Then React renders it again.
        if (!isTranslated() && !isFramed) console.error(error);
      },
    });
  });
};

const parts = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
// When a script is missing, the page stays as the server sent it and works without scripts.
Promise.all(Array.from(parts, ({ href }) => import(/* @vite-ignore */ href))).then(start, () =>
  classList.remove('scripted'),
);

// The page itself loads first. On a stalled connection the images of a saved copy may never come.
const prepare = () =>
  import('./offline-support.ts').then((part) => part.registerOfflineSupport(router)).catch(console.info);
if (document.readyState === 'complete' || 'saved' in document.documentElement.dataset) prepare();
else addEventListener('load', prepare, { once: true });

// The office's form for the texts of the site shows this page with what is typed.
if (isFramed) import('./unsaved-settings.ts').then((part) => part.showUnsavedSettings(router));
