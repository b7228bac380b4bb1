import { createCall } from '@institute/client/call';
import type { PageBundle } from '@institute/contract/page-bundle';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { withEarlyTaps } from './early-taps.ts';
import { lightPage, mayBeLight } from './light-page.ts';
import { withMark } from './mark-scripted.ts';
import { assetsOf, builtAssets, devAssets } from './page-assets.ts';
import { pageParameters } from './page-query.ts';
import { makeRouter } from './router.tsx';
import { clothLayers, TILE } from './ui/pattern/geometry.ts';
import { palettes } from './ui/pattern/palette.ts';

export const createRenderer: PageBundle['createRenderer'] = (manifest) => {
  const assets = manifest ? builtAssets(manifest) : devAssets;
  return {
    pageParameters,
    pattern: (seed, size) => {
      const { base, grounds, shapes } = clothLayers({ seed, palette: palettes.institute, ...size });
      const ground = { fill: base, d: `M0 0h${size.cols * TILE}v${size.rows * TILE}H0z` };
      return [ground, ...grounds, ...shapes];
    },
    render: (request, { send, origin, posted, nonce, light, onMatch }) => {
      const path = new URL(request.url).pathname;
      const bytesOf = mayBeLight(path) ? light : undefined;
      return createRequestHandler({
        request,
        createRouter: () => {
          const router = makeRouter(createCall(send), origin, { posted, light: Boolean(bytesOf) });
          router.update({ ...router.options, ssr: { nonce } });
          return router;
        },
        getRouterManifest: () => assetsOf(assets, path),
      })(async ({ responseHeaders, router }) => {
        const page = router.state.matches.at(-1);
        if (page) onMatch?.(patternOf(page));
        const children = <RouterServer router={router} />;
        const answer = await renderRouterToString({ responseHeaders, router, children });
        const html = withoutTimes(await answer.text());
        if (!bytesOf) {
          const page = withMark(withEarlyTaps(html, nonce), nonce, mayBeLight(path) && !posted);
          return new Response(page, answer);
        }
        answer.headers.set('light-mode', 'on');
        return new Response(await lightPage(html, nonce, bytesOf), answer);
      });
    },
  };
};

/** The browser takes its own time for that of the routes, so that a page has the same bytes as long as it shows the same. */
const withoutTimes = (page: string) => page.replace(/,u:\d{13},s:"/g, ',u:Date.now(),s:"');

/** `/programs/$id` → `/programs/:id`. An address without a page matches the root alone. */
const patternOf = ({ routeId, fullPath }: { routeId: string; fullPath: string }): string =>
  routeId === '__root__' ? 'none' : fullPath.replaceAll('$', ':').replace(/(?<=.)\/$/, '');
