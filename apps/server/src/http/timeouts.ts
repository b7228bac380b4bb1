import { callTimeoutMs } from '@institute/contract/common.constants';
import type { FastifyInstance } from 'fastify';
import { securityHeaders, tooSlow } from './security.ts';
import { answerOnWire } from './wire-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be large, so only the server's own limit applies. */
    isUpload?: boolean;
  }
}

/** The time in which headers, whole requests and whole uploads must arrive. */
export interface TimeLimits {
  headersMs: number;
  requestMs: number;
  uploadMs: number;
}
export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  requestMs: callTimeoutMs.call,
  uploadMs: callTimeoutMs.upload,
};

/** Node has one limit for whole requests, so it is that of uploads. */
export const nodeTimeouts = ({ headersMs, uploadMs }: TimeLimits) => ({
  requestTimeout: uploadMs,
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
});

/** Ends requests whose body does not arrive in time. */
export function limitRequestTime(app: FastifyInstance, { requestMs }: TimeLimits, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (hasBody && !routeOptions.config?.isUpload) {
      const timer = setTimeout(() => {
        if (!raw.complete) answerOnWire(raw.socket, tooSlow(), headers, { status: 408, requestId: id });
      }, requestMs);
      const clear = () => clearTimeout(timer);
      raw.once('close', clear);
      // the request was answered before its body arrived
      reply.raw.once('close', clear);
    }
    done();
  });
}
