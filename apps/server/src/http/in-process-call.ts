import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import inject, { type Response } from 'light-my-request';

const inner = new WeakSet<IncomingMessage>();

/** Unlike `app.inject` it works while the process closes, so that pages under way can finish. */
export const inProcessCall = (app: FastifyInstance, options: InjectOptions): Promise<Response> =>
  inject((request, response) => {
    inner.add(request);
    app.routing(request, response);
  }, options);

export const isInnerCall = (request: IncomingMessage): boolean => inner.has(request);
