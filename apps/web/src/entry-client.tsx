import './styles.css';
import { createCall, sendOverHttp } from '@institute/client/call';
import { apiPrefix } from '@institute/contract/common.constants';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { patchDomForTranslation } from './features/translation/patch-dom.ts';
import { makeRouter } from './router.tsx';

// the server knows the site's public address; a proxy or a test may show another one here
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const { origin } = new URL(canonical ?? location.href);

// no session: what every visitor may see is asked for without a bearer
const router = makeRouter(createCall(sendOverHttp(apiPrefix)), origin);

const { isTranslated } = patchDomForTranslation();
// in small steps, between which a slow phone can scroll and answer
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />, {
    onRecoverableError(error) {
      // a browser that translates early changes the page before it is ours, which is then made anew
      if (!isTranslated()) console.error(error);
    },
  });
});

// the page itself goes first
const prepare = () =>
  import('./offline-support.ts').then(({ registerOfflineSupport }) => registerOfflineSupport(router));
if (document.readyState === 'complete') prepare();
else addEventListener('load', prepare, { once: true });
