import { setTimeout as sleep } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import type { ReadImageBytes } from '@institute/contract/page-bundle';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import { isOwnOrigin } from '../config/own-addresses.ts';
import { oldViewCookie, viewCookie } from '../http/cache/read-key.ts';
import { callInProcess } from '../http/in-process-call.ts';
import { acceptForms } from '../http/policies/bodies.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const MAX_KNOWN_IMAGES = 5000;
/** A page waits no longer than this for the sizes of images, even when the store does not answer. */
const SIZES_TIMEOUT_MS = 1000;

type ViewSwitchOptions = { config: Pick<Config, 'publicUrl'> };

export async function serveViewSwitch(
  scope: FastifyInstance,
  { config: { publicUrl } }: ViewSwitchOptions,
): Promise<void> {
  acceptForms(scope);
  await scope.register(cookie);
  for (const viewName of ['light', 'full']) {
    scope.post(`/view/${viewName}`, async (request, reply) => {
      // Not `httpOnly`, because scripts read the cookie to keep the visitor's choice
      const cookieRules = {
        path: '/',
        maxAge: YEAR_SECONDS,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
      } as const;
      reply.setCookie(viewCookie, viewName, cookieRules).clearCookie(oldViewCookie, { path: '/' });
      reply.header('cache-control', 'no-store');
      return reply.redirect(toOwnPathOfReferer(request.headers.referer, publicUrl), 303);
    });
  }
}

/**
 * Returns the path of the page from which the visitor came, or that of the home page. Slashes at the start are
 * reduced to one, because two would name another host.
 */
function toOwnPathOfReferer(referer: string | undefined, publicUrl: string): string {
  const refererUrl = URL.parse(referer ?? '');
  if (!refererUrl || !isOwnOrigin(refererUrl.origin, publicUrl)) return '/';
  return refererUrl.pathname.replace(/^\/+/, '/') + refererUrl.search;
}

export function makeImageSizeReader(app: FastifyInstance): ReadImageBytes {
  // A known size stays true, because the address of an image changes with its content
  const knownSizes = new LRUCache<string, number>({ max: MAX_KNOWN_IMAGES });
  const readImageSize = async (url: string): Promise<number | undefined> => {
    const { statusCode, headers } = await callInProcess(app, { method: 'HEAD', url });
    const imageByteCount = Number(headers['content-length']);
    if (statusCode !== 200 || !imageByteCount) return undefined;
    knownSizes.set(url, imageByteCount);
    return imageByteCount;
  };
  return async (url) => {
    if (!url.startsWith('/') || url.startsWith('//')) return undefined;
    const bytes = knownSizes.get(url);
    if (bytes !== undefined) return bytes;
    return Promise.race([
      readImageSize(url).catch(() => undefined),
      sleep(SIZES_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  };
}
