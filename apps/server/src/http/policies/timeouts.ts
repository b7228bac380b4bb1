import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { callTimeoutMs } from '@institute/contract/api.constants';
import type { FastifyInstance } from 'fastify';
import { writeRawError } from '../failures.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be large, so it gets more time. */
    sends?: 'upload' | 'import';
  }
}

/** Time for headers and whole requests to arrive, and for a body's rest after its answer. */
export interface TimeLimits {
  headersMs: number;
  requestMs: number;
  uploadMs: number;
  importMs: number;
  lateBodyMs: number;
}
export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  // Shorter than callers wait, so that they read the answer
  requestMs: callTimeoutMs.call - 5000,
  uploadMs: callTimeoutMs.upload,
  importMs: callTimeoutMs.import,
  lateBodyMs: 5000,
};

/** Node has one limit for whole requests, so it is the longest. */
export const toNodeTimeouts = ({ headersMs, importMs }: TimeLimits) => ({
  requestTimeout: importMs,
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
});

/** `Infinity` where the request does not say. */
export const readAnnouncedBytes = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

export function limitRequestTime(
  app: FastifyInstance,
  { requestMs, uploadMs, importMs, lateBodyMs }: TimeLimits,
  headers: Record<string, string>,
): void {
  const bodyMs = { upload: uploadMs, import: importMs };
  app.server.on('request', (request, response) => closeLateBody(request, response, lateBodyMs));
  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    if (readAnnouncedBytes(raw.headers) > 0) {
      const { sends } = routeOptions.config ?? {};
      const timer = setTimeout(
        () => {
          if (!raw.complete) writeRawError(raw.socket, 408, headers, id);
        },
        sends ? bodyMs[sends] : requestMs,
      );
      const clearTimer = () => clearTimeout(timer);
      raw.once('close', clearTimer);
      // The request was answered before its body arrived
      reply.raw.once('close', clearTimer);
    }
    done();
  });
}

/** A caller that sends on after the answer could keep its connection for minutes. */
function closeLateBody(request: IncomingMessage, response: ServerResponse, lateBodyMs: number): void {
  if (readAnnouncedBytes(request.headers) === 0) return;
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), lateBodyMs);
    request.once('close', () => clearTimeout(timer));
  });
}
