import { setTimeout as sleep } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import type { ImageBytes } from '@institute/contract/page-bundle';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import { isOwnOrigin } from '../config/own-addresses.ts';
import { oldViewCookie, viewCookie } from '../http/cache/read-key.ts';
import { callInProcess } from '../http/in-process-call.ts';
import { acceptForms } from '../http/policies/bodies.ts';

const YEAR_S = 365 * 24 * 60 * 60;
const IMAGES_KNOWN = 5000;
/** A store that does not answer delays a page no longer. */
const SIZES_WITHIN_MS = 1000;

type Options = { config: Pick<Config, 'publicUrl'> };

export async function serveViewSwitch(
  scope: FastifyInstance,
  { config: { publicUrl } }: Options,
): Promise<void> {
  acceptForms(scope);
  await scope.register(cookie);
  for (const choice of ['light', 'full']) {
    scope.post(`/view/${choice}`, async (request, reply) => {
      // Scripts read the cookie, so that they keep the visitor's choice
      const rules = {
        path: '/',
        maxAge: YEAR_S,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
      } as const;
      reply.setCookie(viewCookie, choice, rules).clearCookie(oldViewCookie, { path: '/' });
      reply.header('cache-control', 'no-store');
      return reply.redirect(toOwnPath(request.headers.referer, publicUrl), 303);
    });
  }
}

/** Falls back to the home page. A path that begins with two slashes would name another host. */
function toOwnPath(referer: string | undefined, publicUrl: string): string {
  const url = URL.parse(referer ?? '');
  if (!url || !isOwnOrigin(url.origin, publicUrl)) return '/';
  return url.pathname.replace(/^\/+/, '/') + url.search;
}

export function makeImageReader(app: FastifyInstance): ImageBytes {
  // The address of an image changes with its content, so a size stays true
  const known = new LRUCache<string, number>({ max: IMAGES_KNOWN });
  const askSize = async (url: string): Promise<number | undefined> => {
    const { statusCode, headers } = await callInProcess(app, { method: 'HEAD', url });
    const bytes = Number(headers['content-length']);
    if (statusCode !== 200 || !bytes) return undefined;
    known.set(url, bytes);
    return bytes;
  };
  return async (url) => {
    if (!url.startsWith('/') || url.startsWith('//')) return undefined;
    const bytes = known.get(url);
    if (bytes !== undefined) return bytes;
    return Promise.race([
      askSize(url).catch(() => undefined),
      sleep(SIZES_WITHIN_MS, undefined, { ref: false }),
    ]);
  };
}
