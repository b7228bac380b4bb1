import { createCall } from '@institute/client/call';
import { ApiFailure } from '@institute/client/failure';
import { makeCertificatePath, readCertificateCode } from '@institute/contract/certificates.constants';
import { choosePatternTones } from '@institute/contract/look';
import type { ImageBytes, PageBundle } from '@institute/contract/page-bundle';
import { LightMode } from '@institute/ui/light-mode.tsx';
import { drawBand, drawHero, drawPattern } from '@institute/ui/pattern/draw-band.ts';
import { drawMark } from '@institute/ui/pattern/logo.ts';
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { mayBeLight } from './document/inline-scripts.tsx';
import { devAssets, listBuiltAssets } from './document/page-assets.ts';
import { pageParameters } from './navigation/page-query.ts';
import { secretParameters } from './navigation/secret-parameters.ts';
import { makeRouter } from './router.tsx';

export const createRenderer: PageBundle['createRenderer'] = (manifest) => {
  const assets = manifest ? listBuiltAssets(manifest) : devAssets;
  const { getMatchedRoutes } = makeRouter(createCall(refuseCalls), 'http://localhost');
  return {
    locate: (path) => {
      const [, , page] = getMatchedRoutes(path);
      if (!page || page.fullPath.endsWith('/$')) return undefined;
      const pattern = page.fullPath.split('/');
      const segments = path.split('/').map((given, at) => (isSecret(pattern[at]) ? given : lowerCase(given)));
      return page.fullPath === '/certificates/{-$code}' ? locateCertificate(segments) : segments.join('/');
    },
    pageParameters,
    pattern: drawPattern,
    patternFile: (file, look) => (file === 'band' ? drawBand('home', look) : drawHero('programs', look)),
    mark: ({ colors }) => drawMark(choosePatternTones(colors)),
    render: async (request, { send, origin, posted, nonce, light, onMatch }) => {
      const bytesOf = mayBeLight(new URL(request.url).pathname) ? light : undefined;
      let html = '';
      const { status, headers } = await createRequestHandler({
        request,
        createRouter: () => {
          const listScripts = bytesOf ? undefined : assets.listScripts;
          const router = makeRouter(createCall(send), origin, {
            posted,
            listScripts,
            light: Boolean(bytesOf),
          });
          router.update({ ...router.options, ssr: { nonce } });
          return router;
        },
        getRouterManifest: () => assets.manifest,
      })(async ({ responseHeaders: headers, router }) => {
        const page = router.state.matches.at(-1);
        if (page) onMatch?.(readRoutePattern(page));
        if (import.meta.env.DEV) throwFaultOfLoader(router.state.matches);
        const root = <RouterServer router={router} />;
        try {
          html = bytesOf
            ? `<!DOCTYPE html>${await renderLight(root, bytesOf)}`
            : mendScripts(await transformHtmlStringWithRouter(router, renderToString(root)));
        } catch (error) {
          if (import.meta.env.DEV) throw error;
          console.error('A page cannot be rendered:', error);
          html = 'Internal Server Error';
          return new Response(null, { status: 500, headers });
        }
        if (bytesOf) headers.set('light-mode', 'on');
        return new Response(null, { status: getSsrStatus(router), headers });
      });
      return { status, headers, text: async () => html };
    },
  };
};

/** So that the page of a fault shows its place. A refused call has a page of its own. */
function throwFaultOfLoader(matches: readonly { status: string; error: unknown }[]): void {
  for (const { status, error } of matches) {
    if (status === 'error' && !(error instanceof ApiFailure)) throw error;
  }
}

/**
 * The router's scripts in a page. The browser fills in the routes' time, so that an unchanged page has the
 * same bytes. What restores a position leaves a new visitor where he has scrolled meanwhile.
 */
const mendScripts = (page: string) =>
  page.replace(/,u:\d{13},s:"/g, ',u:Date.now(),s:"').replace('return}scrollTo(0,0)}', 'return}}');

/** Renders twice: the first time names the images, the second time has their sizes. */
async function renderLight(root: ReactNode, bytesOf: ImageBytes): Promise<string> {
  const sizes = new Map<string, number | undefined>();
  const readSize = (address: string) => {
    if (!sizes.has(address)) sizes.set(address, undefined);
    return sizes.get(address);
  };
  const page = <LightMode value={readSize}>{root}</LightMode>;
  renderToString(page);
  await Promise.all(
    [...sizes.keys()].map(async (address) => void sizes.set(address, await bytesOf(address))),
  );
  return renderToString(page);
}

/** Converts a part of a path to small letters, except in percent escapes, which browsers write in capitals. */
const lowerCase = (part: string): string =>
  part.toLowerCase().replace(/%[\da-f]{2}/g, (hex) => hex.toUpperCase());

/** Secret parts of a path keep their spelling. */
const isSecret = (part = ''): boolean => secretParameters.some((name) => part.includes(`$${name}`));

/** A code has one spelling, as on paper. */
function locateCertificate(segments: string[]): string {
  const [, , typed = ''] = segments;
  const code = readCertificateCode(decodeURIComponent(typed));
  return code ? makeCertificatePath(code) : segments.join('/');
}

const refuseCalls = () => Promise.reject(new Error('Nothing is loaded here'));

const readRoutePattern = ({ routeId, fullPath }: { routeId: string; fullPath: string }): string =>
  routeId === '__root__' ? 'none' : fullPath.replaceAll('$', ':').replace(/(?<=.)\/$/, '');
