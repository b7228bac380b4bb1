import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { RouteRules } from '@institute/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Passwords } from '../context/passwords.ts';
import type { Ctx } from '../context.ts';
import { tracedRoutes } from '../tracing/span.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx;
    /** Fastify knows pages as one route, and each file as its own. */
    patternOfPage?: string;
    /** Gives the request's place in the queue to others while it waits without computing, and takes a place again. */
    waitWithoutPlace<T>(wait: () => Promise<T>): Promise<T>;
  }
  interface FastifyContextConfig {
    /** Set by ts-rest on the routes of the contract. */
    tsRestRoute?: { path: string; query?: unknown; metadata?: RouteRules };
  }
}

type SharedServices = Pick<
  Ctx,
  'config' | 'content' | 'messageKinds' | 'changes' | 'payments' | 'passwords' | 'now' | 'em'
>;

export function requestContext(app: FastifyInstance, { em, ...shared }: SharedServices): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null;
    request.ctx = {
      ...shared,
      passwords: tracePasswords(request, shared.passwords),
      em: em.fork(),
      log: request.log,
      actor: null,
      // Behind a proxy the address comes from a header
      origin: { ipAddress: isIP(request.ip) ? request.ip : null, userAgent },
    };
  });
}

/** A check waits in a line of its own, so that sign-ins take no places from other calls. */
function tracePasswords(request: FastifyRequest, passwords: Passwords): Passwords {
  const describeCaller = () => ({
    network: toNetworkBlock(request.ip),
    isGone: () => request.raw.socket.destroyed,
  });
  return {
    hash: (password, turn) =>
      request.waitWithoutPlace(() => passwords.hash(password, { ...describeCaller(), ...turn })),
    isRight: (password, passwordHash, turn) =>
      request.waitWithoutPlace(() =>
        passwords.isRight(password, passwordHash, { ...describeCaller(), ...turn }),
      ),
  };
}

/** Unlike a hook `onResponse` it costs nothing for answers from memory, which are sent before. */
export function runWhenSent({ raw }: FastifyReply, run: () => void): void {
  const end = () => {
    raw.off('finish', end).off('error', end);
    run();
  };
  raw.on('finish', end).on('error', end);
}

const visibleText = /^[\x21-\x7e]{1,200}$/;

/** Headers that belong to one call, so they are never cached. */
export const callHeaders: readonly string[] = ['x-request-id', 'traceparent'];

export interface CallIds {
  idOf(request: IncomingMessage): string;
  traceparentOf(request: IncomingMessage): string | undefined;
}

/** Takes `X-Request-Id` and `traceparent` from trusted proxies only. Anybody else could forge log entries. */
export function callIds(trustProxy: readonly string[] = []): CallIds {
  const isProxy = trustProxy.length > 0 ? compile([...trustProxy]) : () => false;
  const readHeader = ({ headers, socket }: IncomingMessage, name: string) => {
    const value = headers[name];
    const isUsable = typeof value === 'string' && visibleText.test(value);
    return isUsable && isProxy(socket.remoteAddress ?? '', 0) ? value : undefined;
  };
  return {
    idOf: (request) => readHeader(request, 'x-request-id') ?? randomUUID(),
    traceparentOf: (request) => readHeader(request, 'traceparent'),
  };
}

/** Some proxies name each address with its port: `203.0.113.7:443`, `[2001:db8::1]:443`. */
const addressWithPort = /^\s*(?:\[([\da-f:.%\w]+)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})\s*$/i;

/** Fastify does not accept an address that includes a port. */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return;
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((address) => address.replace(addressWithPort, '$1$2'))
    .join(',');
}

/**
 * A home or a phone has a whole /64 of IPv6, which counts as one caller. A proxy may pass on any text: all
 * that is no address shares one key.
 */
export const toAddressKey = (ip: string): string => toNetworkKey(ip, 64);

/** A provider may give one customer a /48 of IPv6, which has 65,536 times a /64. */
export const toNetworkBlock = (ip: string): string => toNetworkKey(ip, 48);

function toNetworkKey(ip: string, bits: 48 | 64): string {
  const [text = ''] = ip.split('%', 1);
  // The library also reads numbers as addresses
  if (isIP(text) === 0) return 'unknown';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${network.join(':')}::/${bits}`;
}

/** Routes of probes, which ask every few seconds. */
export const quietRoutes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

export const readRoutePattern = ({
  patternOfPage,
  routeOptions,
}: Pick<FastifyRequest, 'patternOfPage' | 'routeOptions'>) => patternOfPage ?? routeOptions.url ?? 'none';

/** An address may hold a token or a name, so spans are named by the route. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _, done) => {
    const route = readRoutePattern(request);
    if (route !== 'none') tracedRoutes.set(request.raw, route);
    done();
  });
}
