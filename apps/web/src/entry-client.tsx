import './styles.css';
import { createCall, sendOverHttp } from '@institute/client/call';
import { apiPrefix } from '@institute/contract/api.constants';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { patchDomForTranslation } from './features/translation/patch-dom.ts';
import { makeRouter } from './router.tsx';

// The server knows the public origin. Behind a proxy `location` may show another one.
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const { origin } = new URL(canonical ?? location.href);

// The build gives visitors a tree without the admin area. Public content needs no session.
const isAdmin = location.pathname.startsWith('/admin');
const making = (isAdmin ? import('./routeTree.gen.ts') : Promise.resolve(undefined)).then((whole) =>
  makeRouter(createCall(sendOverHttp(apiPrefix)), origin, undefined, whole?.routeTree),
);

const { isTranslated } = patchDomForTranslation();
const { classList } = document.documentElement;
const start = async () => {
  const router = await making;
  // A transition hydrates in small steps, so that a slow phone can scroll meanwhile.
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />, {
      onRecoverableError(error) {
        // A browser may translate the page before hydration. Then React renders it again.
        if (!isTranslated()) console.error(error);
      },
    });
  });
};

const parts = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
// When a script is missing, the page stays as the server sent it and works without scripts. The admin area is not
// rendered on the server, so it starts all the same.
Promise.all(Array.from(parts, ({ href }) => import(/* @vite-ignore */ href))).then(start, () =>
  isAdmin ? start() : classList.remove('scripted'),
);

// The page itself loads first. On a stalled connection the images of a saved copy may never come.
const prepare = () =>
  Promise.all([import('./offline-support.ts'), making])
    .then(([part, router]) => part.registerOfflineSupport(router))
    .catch(console.info);
if (document.readyState === 'complete' || 'saved' in document.documentElement.dataset) prepare();
else addEventListener('load', prepare, { once: true });
