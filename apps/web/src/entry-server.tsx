import { createCall, type Send } from '@institute/client/call';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import type { Posted } from './api/posted.ts';
import { languageOptions } from './features/translation/languages.ts';
import { renderOptions } from './features/translation/translate-select.tsx';
import type { PageAssets } from './page-assets.ts';
import { makeRouter } from './router.tsx';

export { builtAssets, devAssets } from './page-assets.ts';
export { pageParameters } from './page-query.ts';

renderOptions(languageOptions());

export type RenderContext = {
  /** Sends the page's API calls. */
  send: Send;
  /** Public origin of the site. */
  origin: string;
  assets: PageAssets;
  /** A refused form that the page shows again. */
  posted?: Posted;
};

/** Answers a GET of a page with HTML, a redirect or the 404 page. */
export const render = (
  request: Request,
  { send, origin, assets, posted }: RenderContext,
): Promise<Response> =>
  createRequestHandler({
    request,
    createRouter: () => makeRouter(createCall(send), origin, posted),
    getRouterManifest: () => assets,
  })(({ responseHeaders, router }) =>
    renderRouterToString({ responseHeaders, router, children: <RouterServer router={router} /> }),
  );
