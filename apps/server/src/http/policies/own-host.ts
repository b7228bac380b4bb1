import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/config.ts';
import { isOwnOrigin, listOwnAddresses } from '../../config/own-addresses.ts';
import { AppError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    anyHost?: boolean;
  }
}

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)/i;

export type IsMisdirected = (request: IncomingMessage) => boolean;

/**
 * Whether a request names another host than `PUBLIC_URL`. All loopback names count as one host. Proxies pass
 * `Host` on; `X-Forwarded-Host` does not count. Calls within the process have no host.
 */
export function makeHostCheck(publicUrl: string): IsMisdirected {
  const { hosts } = listOwnAddresses(publicUrl);
  const takesLoopback = isLoopback(publicUrl);
  return ({ headers, socket }) => {
    const name = headers.host?.toLowerCase() ?? '';
    if (hosts.has(name) || !(socket instanceof Socket)) return false;
    const loopback = takesLoopback ? loopbackHost.exec(name) : null;
    return loopback === null || (loopback[1] ?? '80') !== String(socket.localPort);
  };
}

/** A request for another host. A browser's page leads to the site's own address. */
export class OtherHost extends AppError {
  readonly publicUrl: string;
  constructor(publicUrl: string) {
    super('MISDIRECTED_REQUEST', 'This site is not at this address');
    this.publicUrl = publicUrl;
  }
}

export function refuseOtherHosts(
  app: FastifyInstance,
  { isMisdirected, publicUrl }: { isMisdirected: IsMisdirected; publicUrl: string },
): void {
  app.addHook('onRequest', (request, _, done) => {
    const isRefused = isMisdirected(request.raw) && !request.routeOptions.config?.anyHost;
    done(isRefused ? new OtherHost(publicUrl) : undefined);
  });
}

/**
 * Protects calls that a cookie alone authorises. Programs send no `Origin`; browsers always do, and it must
 * be our own.
 */
export function refuseForeignOrigin({ headers: { origin }, ctx }: FastifyRequest): void {
  if (origin !== undefined && !isOwnOrigin(origin, ctx.config.publicUrl)) {
    throw new AppError('FORBIDDEN', 'This call must come from the site itself');
  }
}

/**
 * The address as the router and all others know it. A request line may contain a full URL; its host then
 * replaces that of the header.
 */
export function toOriginForm(request: IncomingMessage): string {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return url;
  const [, host = '', path = ''] = absoluteForm.exec(url) ?? [];
  request.headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}
