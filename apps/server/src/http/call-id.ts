import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';

const visible = /^[\x21-\x7e]{1,200}$/;

/** They belong to one call, so they are never cached. */
export const callHeaders: readonly string[] = ['x-request-id', 'traceparent'];

export interface CallIds {
  idOf(request: IncomingMessage): string;
  traceparentOf(request: IncomingMessage): string | undefined;
  headersOf(request: IncomingMessage): Record<string, string>;
}

/** Takes `X-Request-Id` and `traceparent` from trusted proxies only. Anybody else could forge log entries. */
export function callIds(trustProxy: readonly string[] = []): CallIds {
  const isProxy = trustProxy.length > 0 ? compile([...trustProxy]) : () => false;
  const given = ({ headers, socket }: IncomingMessage, name: string) => {
    const value = headers[name];
    const isUsable = typeof value === 'string' && visible.test(value);
    return isUsable && isProxy(socket.remoteAddress ?? '', 0) ? value : undefined;
  };
  const idOf = (request: IncomingMessage) => given(request, 'x-request-id') ?? randomUUID();
  const traceparentOf = (request: IncomingMessage) => given(request, 'traceparent');
  return {
    idOf,
    traceparentOf,
    headersOf: (request) => {
      const traceparent = traceparentOf(request);
      return { 'x-request-id': idOf(request), ...(traceparent && { traceparent }) };
    },
  };
}
