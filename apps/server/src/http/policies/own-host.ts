import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackUrl } from '../../config/config.ts';
import { isOwnOrigin, listOwnAddresses } from '../../config/own-addresses.ts';
import { AppError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    anyHost?: boolean;
  }
}

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;
const absoluteUrlPattern = /^https?:\/\/([^/?#]*)([^#]*)/i;

export type IsRequestMisdirected = (request: IncomingMessage) => boolean;

/**
 * Makes the check whether a request names another host than `PUBLIC_URL`. All loopback names count as one host.
 * Proxies pass `Host` on; `X-Forwarded-Host` does not count. Calls within the process have no host.
 */
export function makeMisdirectedCheck(publicUrl: string): IsRequestMisdirected {
  const { hosts } = listOwnAddresses(publicUrl);
  const acceptsLoopback = isLoopbackUrl(publicUrl);
  return ({ headers, socket }) => {
    const hostName = headers.host?.toLowerCase() ?? '';
    if (hosts.has(hostName) || !(socket instanceof Socket)) return false;
    const loopbackMatch = acceptsLoopback ? loopbackHost.exec(hostName) : null;
    return loopbackMatch === null || (loopbackMatch[1] ?? '80') !== String(socket.localPort);
  };
}

/** The error of a request for another host. A browser gets a page that leads to the site's own address. */
export class OtherHostError extends AppError {
  readonly publicUrl: string;
  constructor(publicUrl: string) {
    super('MISDIRECTED_REQUEST', 'This site is not at this address');
    this.publicUrl = publicUrl;
  }
}

export function refuseOtherHosts(
  app: FastifyInstance,
  { isMisdirected, publicUrl }: { isMisdirected: IsRequestMisdirected; publicUrl: string },
): void {
  app.addHook('onRequest', (request, _, done) => {
    const isRefused = isMisdirected(request.raw) && !request.routeOptions.config?.anyHost;
    done(isRefused ? new OtherHostError(publicUrl) : undefined);
  });
}

/**
 * Refuses calls from pages of other origins, where a cookie alone authorises the call. Programs send no `Origin`.
 * Browsers always send one, and it must be our own.
 */
export function refuseForeignOrigin({ headers: { origin }, ctx }: FastifyRequest): void {
  if (origin !== undefined && !isOwnOrigin(origin, ctx.config.publicUrl)) {
    throw new AppError('FORBIDDEN', 'This call must come from the site itself');
  }
}

/**
 * Returns the address in the form that the router knows. A request line may contain a full URL, and the host of that
 * URL then replaces the Host header.
 */
export function toUrlWithoutOrigin(request: IncomingMessage): string {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return url;
  const [, host = '', path = ''] = absoluteUrlPattern.exec(url) ?? [];
  request.headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}
