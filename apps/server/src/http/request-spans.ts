import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentSpan, endSpan, runIn, type Span, startSpan } from '../tracing/span.ts';
import type { CallIds } from './call-id.ts';
import { isInnerCall } from './in-process-call.ts';
import { quietRoutes } from './request-log.ts';
import { routeOf } from './route-of.ts';

type Answer = { method: string; route: string; status: number };

function endWith(span: Span, { method, route, status }: Answer): void {
  const isKnown = route !== 'none';
  // an address may hold a token or a name, so only the pattern is shown
  span.name = isKnown ? `${method} ${route}` : method;
  span.attributes = {
    'http.request.method': method,
    'http.route': isKnown ? route : undefined,
    'http.response.status_code': status,
  };
  if (status >= 500) span.failure = String(status);
  endSpan(span);
}

/** Records a span for each request of the framework. A call within the process belongs to the page that makes it. */
export function traceRequests(app: FastifyInstance, ids: CallIds): void {
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, _, done) => {
    if (quietRoutes.has(request.routeOptions.url ?? '')) return done();
    const isInner = isInnerCall(request.raw);
    const parent = isInner ? currentSpan() : ids.callerOf(request.raw);
    const span = startSpan({ name: request.method, kind: isInner ? 'internal' : 'server' }, parent);
    spans.set(request, span);
    runIn(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span) endWith(span, { method: request.method, route: routeOf(request), status: reply.statusCode });
    done();
  });
}

/** Records an answer that the framework did not see. */
export function traceAnswer(ids: CallIds, request: IncomingMessage, answer: Answer, seconds: number): void {
  const span = startSpan({ name: answer.method, kind: 'server' }, ids.callerOf(request));
  span.startedAt -= seconds * 1000;
  endWith(span, answer);
}
