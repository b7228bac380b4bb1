import { createCall } from '@institute/client/call';
import type { PageBundle } from '@institute/contract/page-bundle';
import { clothLayers, TILE } from '@institute/ui/pattern/geometry.ts';
import { palettes } from '@institute/ui/pattern/palette.ts';
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { renderToString } from 'react-dom/server';
import { withEarlyTaps } from './early-taps.ts';
import { lightPage, mayBeLight } from './light-page.ts';
import { withMark } from './mark-scripted.ts';
import { builtAssets, devAssets } from './page-assets.ts';
import { pageParameters } from './page-query.ts';
import { makeRouter } from './router.tsx';

export const createRenderer: PageBundle['createRenderer'] = (manifest) => {
  const assets = manifest ? builtAssets(manifest) : devAssets;
  const { getMatchedRoutes } = makeRouter(createCall(noCalls), 'http://localhost');
  return {
    locate: (path) => {
      const [, , page] = getMatchedRoutes(path);
      if (!page || page.fullPath.endsWith('/$')) return undefined;
      const pattern = page.fullPath.split('/');
      const segments = path
        .split('/')
        .map((given, at) => (secrets.has(pattern[at] ?? '') ? given : given.toLowerCase()));
      return segments.join('/');
    },
    pageParameters,
    pattern: (seed, size) => {
      const { base, grounds, shapes } = clothLayers({ seed, palette: palettes.institute, ...size });
      const ground = { fill: base, d: `M0 0h${size.cols * TILE}v${size.rows * TILE}H0z` };
      return [ground, ...grounds, ...shapes];
    },
    render: async (request, { send, origin, posted, nonce, light, onMatch }) => {
      const path = new URL(request.url).pathname;
      const bytesOf = mayBeLight(path) ? light : undefined;
      let html = '';
      const { status, headers } = await createRequestHandler({
        request,
        createRouter: () => {
          const router = makeRouter(createCall(send), origin, { posted, light: Boolean(bytesOf) });
          router.update({ ...router.options, ssr: { nonce } });
          return router;
        },
        getRouterManifest: () => assets,
      })(async ({ responseHeaders: headers, router }) => {
        const page = router.state.matches.at(-1);
        if (page) onMatch?.(patternOf(page));
        try {
          html = await transformHtmlStringWithRouter(
            router,
            renderToString(<RouterServer router={router} />),
          );
          html = withoutNumbers(withoutTimes(html));
        } catch (error) {
          console.error('A page cannot be rendered:', error);
          html = 'Internal Server Error';
          return new Response(null, { status: 500, headers });
        }
        if (bytesOf) {
          html = await lightPage(html, nonce, bytesOf);
          headers.set('light-mode', 'on');
        } else {
          html = withMark(withEarlyTaps(html, nonce), nonce, mayBeLight(path) && !posted);
        }
        html = withoutIndents(html);
        return new Response(null, { status: getSsrStatus(router), headers });
      });
      return { status, headers, text: async () => html };
    },
  };
};

/**
 * These parts of a path are secret and keep their spelling: the reference of a donation, the code of a
 * receipt.
 */
const secrets = new Set(['$txRef', '$code']);

const noCalls = () => Promise.reject(new Error('Nothing is loaded here'));

/** The browser inserts its own times, so that equal pages have equal bytes. */
const withoutTimes = (page: string) => page.replace(/,u:\d{13},s:"/g, ',u:Date.now(),s:"');

/**
 * Removes the numbers of objects that no other object refers to. The number of the whole data stays, because
 * a function begins with it.
 */
function withoutNumbers(page: string): string {
  const used = new Set(Array.from(page.matchAll(/\$R\[(\d+)\](?!=)/g), ([, number]) => number));
  return page.replace(/(?<=[:[,])\$R\[(\d+)\]=(?=[[{])/g, (all, number) => (used.has(number) ? all : ''));
}

const withoutIndents = (page: string) =>
  page.replace(/<script nonce=[\s\S]*?<\/script>/g, (script) => script.replace(/\n\s+/g, '\n'));

const patternOf = ({ routeId, fullPath }: { routeId: string; fullPath: string }): string =>
  routeId === '__root__' ? 'none' : fullPath.replaceAll('$', ':').replace(/(?<=.)\/$/, '');
