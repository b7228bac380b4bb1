import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx;
  }
}

export type Shared = Pick<Ctx, 'config' | 'content' | 'changes' | 'payments' | 'now' | 'em'>;

export function requestContext(app: FastifyInstance, { em, ...shared }: Shared): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null;
    request.ctx = {
      ...shared,
      em: em.fork(),
      log: request.log,
      actor: null,
      // behind a proxy the address comes from a header
      origin: { ipAddress: isIP(request.ip) ? request.ip : null, userAgent },
    };
  });
}
