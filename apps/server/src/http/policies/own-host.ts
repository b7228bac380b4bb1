import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import { AppError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    anyHost?: boolean;
  }
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)/i;
const SLASH = 47;

/**
 * Accepts only requests to the host of `PUBLIC_URL`. All loopback names count as one host. Calls within the
 * process have no host and are not checked.
 */
export function ownHost(publicUrl: string) {
  const { hosts } = ownAddresses(publicUrl);
  const takesLoopback = isLoopback(publicUrl);
  const strange = new WeakSet<IncomingMessage>();

  const isOwn = (host: string, { socket }: IncomingMessage): boolean => {
    const name = host.toLowerCase();
    if (hosts.has(name)) return true;
    const loopback = takesLoopback ? loopbackHost.exec(name) : null;
    return loopback !== null && (loopback[1] ?? '80') === String(socket.localPort);
  };

  return {
    /** Proxies pass `Host` on; `X-Forwarded-Host` does not count. */
    admits: (request: IncomingMessage): boolean => {
      if (request.url?.charCodeAt(0) !== SLASH) toOriginForm(request);
      const isAdmitted = isOwn(request.headers.host ?? '', request);
      if (!isAdmitted) strange.add(request);
      return isAdmitted;
    },

    refuseOthers: (app: FastifyInstance): void => {
      app.addHook('onRequest', (request, _, done) => {
        const isRefused = strange.has(request.raw) && !request.routeOptions.config?.anyHost;
        done(isRefused ? new AppError('MISDIRECTED_REQUEST', 'This site is not at this address') : undefined);
      });
    },
  };
}

export const isOwnOrigin = (origin: string, publicUrl: string): boolean =>
  ownAddresses(publicUrl).origins.has(origin);

/**
 * Protects calls that a cookie alone authorises. Programs send no `Origin`; browsers always do, and it must
 * be our own.
 */
export function refuseForeignOrigin({ headers: { origin }, ctx }: FastifyRequest): void {
  if (origin !== undefined && !isOwnOrigin(origin, ctx.config.publicUrl)) {
    throw new AppError('FORBIDDEN', 'This call must come from the site itself');
  }
}

function ownAddresses(publicUrl: string) {
  const { protocol, hostname, port } = new URL(publicUrl);
  const defaultPort = protocol === 'https:' ? '443' : '80';
  const names = isLoopback(publicUrl) ? [hostname, ...LOOPBACK_NAMES] : [hostname];
  const short = port ? names.map((name) => `${name}:${port}`) : names;
  return {
    hosts: new Set([...short, ...names.map((name) => `${name}:${port || defaultPort}`)]),
    origins: new Set(short.map((host) => `${protocol}//${host}`)),
  };
}

/** A request line may contain a full URL. Its host then replaces that of the header. */
function toOriginForm(request: IncomingMessage): void {
  if (request.url === '*') return;
  const [, host = '', path = ''] = absoluteForm.exec(request.url ?? '') ?? [];
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
