import { createCall } from '@institute/client/call';
import { ApiFailure } from '@institute/client/failure';
import { makeCertificatePath, readCertificateCode } from '@institute/contract/certificates.constants';
import { choosePatternTones } from '@institute/contract/look';
import type { PageBundle, ReadImageBytes } from '@institute/contract/page-bundle';
import { LightMode } from '@institute/ui/light-mode.tsx';
import { drawBand, drawHero, drawPattern } from '@institute/ui/pattern/draw-band.ts';
import { drawProductMark } from '@institute/ui/pattern/logo.ts';
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { mayPageBeLight } from './document/inline-scripts.tsx';
import { devAssets, listBuiltAssets } from './document/page-assets.ts';
import { pageParameters } from './navigation/page-query.ts';
import { secretParameters } from './navigation/secret-parameters.ts';
import { makeRouter } from './router.tsx';

export const createRenderer: PageBundle['createRenderer'] = (manifest) => {
  const pageAssets = manifest ? listBuiltAssets(manifest) : devAssets;
  const { getMatchedRoutes } = makeRouter(createCall(refuseCalls), 'http://localhost');
  return {
    locate: (path) => {
      const [, , page] = getMatchedRoutes(path);
      if (!page || page.fullPath.endsWith('/$')) return undefined;
      const routePattern = page.fullPath.split('/');
      const addressSegments = path
        .split('/')
        .map((given, at) => (isSecretParameter(routePattern[at]) ? given : lowerCaseSegment(given)));
      return page.fullPath === '/certificates/{-$code}'
        ? correctCertificatePath(addressSegments)
        : addressSegments.join('/');
    },
    pageParameters,
    pattern: drawPattern,
    patternFile: (file, look) => (file === 'band' ? drawBand('home', look) : drawHero('programs', look)),
    mark: ({ colors }) => drawProductMark(choosePatternTones(colors)),
    render: async (request, { send, origin, posted, nonce, light, onMatch }) => {
      const lightImageBytes = mayPageBeLight(new URL(request.url).pathname) ? light : undefined;
      let renderedHtml = '';
      const { status, headers } = await createRequestHandler({
        request,
        createRouter: () => {
          const listScripts = lightImageBytes ? undefined : pageAssets.listScripts;
          const router = makeRouter(createCall(send), origin, {
            posted,
            listScripts,
            light: Boolean(lightImageBytes),
          });
          router.update({ ...router.options, ssr: { nonce } });
          return router;
        },
        getRouterManifest: () => pageAssets.manifest,
      })(async ({ responseHeaders: headers, router }) => {
        const matchedPageRoute = router.state.matches.at(-1);
        if (matchedPageRoute) onMatch?.(readRoutePattern(matchedPageRoute));
        if (import.meta.env.DEV) throwLoaderError(router.state.matches);
        const routerElement = <RouterServer router={router} />;
        try {
          renderedHtml = lightImageBytes
            ? `<!DOCTYPE html>${await renderLightPage(routerElement, lightImageBytes)}`
            : repairPageScripts(await transformHtmlStringWithRouter(router, renderToString(routerElement)));
        } catch (error) {
          if (import.meta.env.DEV) throw error;
          console.error('A page cannot be rendered:', error);
          renderedHtml = 'Internal Server Error';
          return new Response(null, { status: 500, headers });
        }
        if (lightImageBytes) headers.set('light-mode', 'on');
        return new Response(null, { status: getSsrStatus(router), headers });
      });
      return { status, headers, text: async () => renderedHtml };
    },
  };
};

/**
 * Throws the error of a failed loader, so that the error page names its place. A refused call has a page of
 * its own.
 */
function throwLoaderError(matches: readonly { status: string; error: unknown }[]): void {
  for (const { status, error } of matches) {
    if (status === 'error' && !(error instanceof ApiFailure)) throw error;
  }
}

/**
 * Changes the router's scripts in a page. The browser fills in the time of the routes, so that an unchanged
 * page has the same bytes. The script that restores the scroll position no longer moves a new visitor who has
 * scrolled already.
 */
const repairPageScripts = (page: string) =>
  page.replace(/,u:\d{13},s:"/g, ',u:Date.now(),s:"').replace('return}scrollTo(0,0)}', 'return}}');

/** Renders the page twice: the first time to find its images, the second time with their sizes. */
async function renderLightPage(root: ReactNode, bytesOf: ReadImageBytes): Promise<string> {
  const imageByteCounts = new Map<string, number | undefined>();
  const readImageByteCount = (address: string) => {
    if (!imageByteCounts.has(address)) imageByteCounts.set(address, undefined);
    return imageByteCounts.get(address);
  };
  const page = <LightMode value={readImageByteCount}>{root}</LightMode>;
  renderToString(page);
  await Promise.all(
    [...imageByteCounts.keys()].map(
      async (address) => void imageByteCounts.set(address, await bytesOf(address)),
    ),
  );
  return renderToString(page);
}

/** Converts a part of a path to small letters, except in percent escapes, which browsers write in capitals. */
const lowerCaseSegment = (part: string): string =>
  part.toLowerCase().replace(/%[\da-f]{2}/g, (hex) => hex.toUpperCase());

/** Secret parameters of a path, such as codes, keep their capitals. */
const isSecretParameter = (part = ''): boolean => secretParameters.some((name) => part.includes(`$${name}`));

/** Corrects the spelling of a code in the path to that on paper. */
function correctCertificatePath(segments: string[]): string {
  const [, , typed = ''] = segments;
  const code = readCertificateCode(decodeURIComponent(typed));
  return code ? makeCertificatePath(code) : segments.join('/');
}

const refuseCalls = () => Promise.reject(new Error('Nothing is loaded here'));

const readRoutePattern = ({ routeId, fullPath }: { routeId: string; fullPath: string }): string =>
  routeId === '__root__' ? 'none' : fullPath.replaceAll('$', ':').replace(/(?<=.)\/$/, '');
