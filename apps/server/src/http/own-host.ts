import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isLoopback } from '../public-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers whatever host the request names. */
    anyHost?: boolean;
  }
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)/i;
const SLASH = 47;

/**
 * Tells requests to the host of `PUBLIC_URL` from requests to others. Loopback names count as one. Only requests
 * from the network are judged: calls inside the process name no host.
 */
export function ownHost(publicUrl: string) {
  const { hosts } = addressesOf(publicUrl);
  const takesLoopback = isLoopback(publicUrl);
  const doubtful = new WeakSet<IncomingMessage>();

  const isOwn = (host: string, { socket }: IncomingMessage): boolean => {
    const name = host.toLowerCase();
    if (hosts.has(name)) return true;
    const loopback = takesLoopback ? loopbackHost.exec(name) : null;
    return loopback !== null && (loopback[1] ?? '80') === String(socket.localPort);
  };

  return {
    /** True for a request to this site. The framework judges the others, since it knows the proxies. */
    admits: (request: IncomingMessage): boolean => {
      if (request.url?.charCodeAt(0) !== SLASH) toOriginForm(request);
      const { host = '', 'x-forwarded-host': forwarded } = request.headers;
      const isClear =
        isOwn(host, request) && (forwarded === undefined || isOwn(forwarded.toString(), request));
      if (!isClear) doubtful.add(request);
      return isClear;
    },

    /** Refuses what is not meant for this site. */
    refuseOthers: (app: FastifyInstance): void => {
      app.addHook('onRequest', (request, _, done) => {
        const { raw, host, routeOptions } = request;
        const isRefused = doubtful.has(raw) && !isOwn(host, raw) && !routeOptions.config?.anyHost;
        done(isRefused ? new AppError('MISDIRECTED_REQUEST', 'This site is not at this address') : undefined);
      });
    },
  };
}

/** True for the `Origin` of pages of this site. */
export const isOwnOrigin = (origin: string, publicUrl: string): boolean =>
  addressesOf(publicUrl).origins.has(origin);

/** The hosts and origins that browsers send for an address. The default port may be left out of a host. */
function addressesOf(publicUrl: string) {
  const { protocol, hostname, port } = new URL(publicUrl);
  const defaultPort = protocol === 'https:' ? '443' : '80';
  const names = isLoopback(publicUrl) ? [hostname, ...LOOPBACK_NAMES] : [hostname];
  const short = port ? names.map((name) => `${name}:${port}`) : names;
  return {
    hosts: new Set([...short, ...names.map((name) => `${name}:${port || defaultPort}`)]),
    origins: new Set(short.map((host) => `${protocol}//${host}`)),
  };
}

/** A request line may hold a whole address. Its host then counts instead of the header's. */
function toOriginForm(request: IncomingMessage): void {
  if (request.url === '*') return;
  const [, host = '', path = ''] = absoluteForm.exec(request.url ?? '') ?? [];
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
