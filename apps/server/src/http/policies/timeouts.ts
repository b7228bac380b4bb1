import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { callTimeoutMs } from '@institute/contract/api.constants';
import type { FastifyInstance } from 'fastify';
import { writeRawError } from '../failures.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Kind of a route whose body may be large, so that it gets more time. */
    sends?: 'upload' | 'import';
  }
}

/** Time limits for headers and whole requests to arrive, and for the rest of a body after its answer. */
export interface TimeLimits {
  headersMs: number;
  requestMs: number;
  uploadMs: number;
  importMs: number;
  lateBodyMs: number;
}
export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  // Shorter than the time for which callers wait, so that they get the answer
  requestMs: callTimeoutMs.call - 5000,
  uploadMs: callTimeoutMs.upload,
  importMs: callTimeoutMs.import,
  lateBodyMs: 5000,
};

/** Node has a single limit for whole requests, so it gets the longest one. */
export const toNodeTimeouts = ({ headersMs, importMs }: TimeLimits) => ({
  requestTimeout: importMs,
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
});

/** Returns the length of the body, or `Infinity` when the request does not announce it. */
export const readAnnouncedBytes = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

export function limitRequestTime(
  app: FastifyInstance,
  { requestMs, uploadMs, importMs, lateBodyMs }: TimeLimits,
  headers: Record<string, string>,
): void {
  const limitMsByBodyKind = { upload: uploadMs, import: importMs };
  app.server.on('request', (request, response) => closeConnectionOfLateBody(request, response, lateBodyMs));
  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    if (readAnnouncedBytes(raw.headers) > 0) {
      const { sends } = routeOptions.config ?? {};
      const bodyTimeoutTimer = setTimeout(
        () => {
          if (!raw.complete) writeRawError(raw.socket, 408, headers, id);
        },
        sends ? limitMsByBodyKind[sends] : requestMs,
      );
      const clearTimer = () => clearTimeout(bodyTimeoutTimer);
      raw.once('close', clearTimer);
      // The answer may end before the body has arrived
      reply.raw.once('close', clearTimer);
    }
    done();
  });
}

/** Ends the connection of a caller that goes on sending after the answer, which could last for minutes. */
function closeConnectionOfLateBody(
  request: IncomingMessage,
  response: ServerResponse,
  lateBodyMs: number,
): void {
  if (readAnnouncedBytes(request.headers) === 0) return;
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), lateBodyMs);
    request.once('close', () => clearTimeout(timer));
  });
}
