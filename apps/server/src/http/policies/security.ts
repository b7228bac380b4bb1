import type { FastifyInstance, FastifyReply } from 'fastify';
import { invalidInputError, notFoundError } from '../../errors.ts';
import type { CallIdReaders } from '../request-context.ts';
import { logRequest } from '../request-log.ts';

/** Headers of every answer. Pages add their own content policy. */
export const makeSecurityHeaders = (
  publicUrl: string,
  { hstsSubdomains = false }: { hstsSubdomains?: boolean } = {},
): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // Embedded players refuse to play on a page that sends no referrer
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  ...(publicUrl.startsWith('https:') && {
    // Subdomains are not included, because browsers keep this rule for a year and other sites there may have no https
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
});

export function addSecurityHeaders(
  app: FastifyInstance,
  headers: Record<string, string>,
  { traceparentOf }: CallIdReaders,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    const traceparent = traceparentOf(request.raw);
    if (traceparent) reply.header('traceparent', traceparent);
    request.log = app.log.child({ reqId: request.id, ...(traceparent && { traceparent }) });
    reply.log = request.log;
    logRequest(request, reply, traceparent);
    // Node's own check is off, because its answer would not be our error envelope
    const isHostMissing = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(isHostMissing ? invalidInputError([], 'The Host header is missing') : undefined);
  });
  app.setNotFoundHandler(async () => {
    throw notFoundError('There is nothing at this address');
  });
}

const fileHeaderNames = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
];
const documentHeaderNames = Object.keys(makeSecurityHeaders('')).filter(
  (name) => !fileHeaderNames.includes(name),
);

/** Removes headers that only documents need, so that the many scripts and images of a page stay small. */
export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const headerName of [...documentHeaderNames, 'x-request-id']) reply.removeHeader(headerName);
}
