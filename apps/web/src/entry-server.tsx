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
  /** Carries the page's calls to the API. */
  send: Send;
  /** The public address of the site, without a path. */
  origin: string;
  assets: PageAssets;
  /** A refused form, which the page shows again. */
  posted?: Posted;
};

/** The answer to a GET of a page: HTML, a redirect, or the page that says what is missing. */
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
