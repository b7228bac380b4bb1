import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { RouteRules } from '@institute/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { PasswordChecker } from '../context/passwords.ts';
import type { Ctx } from '../context.ts';
import { routeByTracedRequest } from '../tracing/span.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx;
    /**
     * Pattern of the page or file. Fastify itself knows all pages as one route, and each file as a route of its own.
     */
    patternOfPage?: string;
    /**
     * Gives up the request's place in the queue while it waits without computing, and takes a place again afterwards.
     */
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

export function addRequestContext(app: FastifyInstance, { em, ...shared }: SharedServices): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null;
    request.ctx = {
      ...shared,
      passwords: addCallerToPasswordChecks(request, shared.passwords),
      em: em.fork(),
      log: request.log,
      actor: null,
      // Behind a proxy this address comes from a header
      origin: { ipAddress: isIP(request.ip) ? request.ip : null, userAgent },
    };
  });
}

/**
 * Adds the caller to each check of a password. The checks have a queue of their own, so that sign-ins take no places
 * from other calls.
 */
function addCallerToPasswordChecks(request: FastifyRequest, passwords: PasswordChecker): PasswordChecker {
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

/**
 * Runs after the answer is sent. Unlike a hook `onResponse` this costs nothing for answers from memory, which are
 * sent before.
 */
export function runWhenAnswerSent({ raw }: FastifyReply, run: () => void): void {
  const runOnceAfterAnswer = () => {
    raw.off('finish', runOnceAfterAnswer).off('error', runOnceAfterAnswer);
    run();
  };
  raw.on('finish', runOnceAfterAnswer).on('error', runOnceAfterAnswer);
}

const callIdPattern = /^[\x21-\x7e]{1,200}$/;

/** Headers that belong to one call, so they are never cached. */
export const callHeaderNames: readonly string[] = ['x-request-id', 'traceparent'];

export interface CallIdReaders {
  idOf(request: IncomingMessage): string;
  traceparentOf(request: IncomingMessage): string | undefined;
}

/**
 * Reads `X-Request-Id` and `traceparent` from trusted proxies only, because anybody else could forge log entries with
 * them.
 */
export function makeCallIdReaders(trustProxy: readonly string[] = []): CallIdReaders {
  const isTrustedProxy = trustProxy.length > 0 ? compile([...trustProxy]) : () => false;
  const readHeader = ({ headers, socket }: IncomingMessage, name: string) => {
    const headerValue = headers[name];
    const isUsableHeader = typeof headerValue === 'string' && callIdPattern.test(headerValue);
    return isUsableHeader && isTrustedProxy(socket.remoteAddress ?? '', 0) ? headerValue : undefined;
  };
  return {
    idOf: (request) => readHeader(request, 'x-request-id') ?? randomUUID(),
    traceparentOf: (request) => readHeader(request, 'traceparent'),
  };
}

/** Some proxies name each address with its port: `203.0.113.7:443`, `[2001:db8::1]:443`. */
const addressWithPort = /^\s*(?:\[([\da-f:.%\w]+)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})\s*$/i;

/** Removes ports from forwarded addresses, because Fastify accepts no address with a port. */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const forwardedAddresses = headers['x-forwarded-for'];
  if (typeof forwardedAddresses !== 'string') return;
  headers['x-forwarded-for'] = forwardedAddresses
    .split(',')
    .map((address) => address.replace(addressWithPort, '$1$2'))
    .join(',');
}

/**
 * Key of one caller. A home or a phone has a whole /64 of IPv6, so that counts as one. A proxy may pass on any text:
 * all texts that are no address share one key.
 */
export const toAddressKey = (ip: string): string => toNetworkKey(ip, 64);

/** Key of one customer of a provider, who may have a /48 of IPv6, which is 65,536 times a /64. */
export const toNetworkBlock = (ip: string): string => toNetworkKey(ip, 48);

function toNetworkKey(ip: string, bits: 48 | 64): string {
  const [text = ''] = ip.split('%', 1);
  // The library reads numbers as addresses too, so they are refused here
  if (isIP(text) === 0) return 'unknown';
  const parsedAddress = ipaddr.process(text);
  if (parsedAddress instanceof ipaddr.IPv4) return parsedAddress.toString();
  const networkParts = parsedAddress.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${networkParts.join(':')}::/${bits}`;
}

/** Routes that probes ask every few seconds, so they are not logged. */
export const quietRoutePatterns: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

export const readRoutePattern = ({
  patternOfPage,
  routeOptions,
}: Pick<FastifyRequest, 'patternOfPage' | 'routeOptions'>) => patternOfPage ?? routeOptions.url ?? 'none';

/** Names spans by the route, because an address may hold a token or a name. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _, done) => {
    const routePattern = readRoutePattern(request);
    if (routePattern !== 'none') routeByTracedRequest.set(request.raw, routePattern);
    done();
  });
}
