import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { SpanContext } from '../tracing/span.ts';

const visible = /^[\x21-\x7e]{1,200}$/;

/** Headers of an answer that belong to one call, and so to no cache. */
export const callHeaders: readonly string[] = ['x-request-id', 'traceparent'];

/** How a call is found again in the logs of this process and of the proxies before it. */
export interface CallIds {
  idOf(request: IncomingMessage): string;
  traceparentOf(request: IncomingMessage): string | undefined;
  /** The span of the caller, when `traceparent` names one. */
  callerOf(request: IncomingMessage): SpanContext | undefined;
  headersOf(request: IncomingMessage): Record<string, string>;
}

/** Takes `X-Request-Id` and `traceparent` over from trusted proxies. Anybody else could forge entries of the log. */
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
    callerOf: (request) => spanOf(traceparentOf(request)),
    headersOf: (request) => {
      const traceparent = traceparentOf(request);
      return { 'x-request-id': idOf(request), ...(traceparent && { traceparent }) };
    },
  };
}

/** Reads `version-trace-span-flags`. Later versions may have more parts. */
function spanOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(
      traceparent ?? '',
    ) ?? [];
  if (!traceId) return undefined;
  return { traceId, spanId, isRecorded: Number.parseInt(flags, 16) % 2 === 1 };
}
