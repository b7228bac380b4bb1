import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { callTimeoutMs } from '@institute/contract/api.constants';
import type { FastifyInstance } from 'fastify';
import { writeRawError } from '../failures.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be large, so only the server's own limit applies. */
    isUpload?: boolean;
  }
}

/**
 * Time for headers, whole requests and whole uploads to arrive, and for the rest of a body after its answer.
 */
export interface TimeLimits {
  headersMs: number;
  requestMs: number;
  uploadMs: number;
  lateBodyMs: number;
}
export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  // Shorter than callers wait, so that they read the answer
  requestMs: callTimeoutMs.call - 5000,
  uploadMs: callTimeoutMs.upload,
  lateBodyMs: 5000,
};

/** Node has one limit for whole requests, so it is that of uploads. */
export const nodeTimeouts = ({ headersMs, uploadMs }: TimeLimits) => ({
  requestTimeout: uploadMs,
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
});

/** `Infinity` where the request does not say. */
export const announcedBytes = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

export function limitRequestTime(
  app: FastifyInstance,
  { requestMs, lateBodyMs }: TimeLimits,
  headers: Record<string, string>,
): void {
  app.server.on('request', (request, response) => closeLateBody(request, response, lateBodyMs));
  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    if (announcedBytes(raw.headers) > 0 && !routeOptions.config?.isUpload) {
      const timer = setTimeout(() => {
        if (!raw.complete) writeRawError(raw.socket, 408, headers, id);
      }, requestMs);
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
  if (announcedBytes(request.headers) === 0) return;
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), lateBodyMs);
    request.once('close', () => clearTimeout(timer));
  });
}
