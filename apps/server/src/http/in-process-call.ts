import type { FastifyInstance, InjectOptions } from 'fastify';
import inject, { type Response } from 'light-my-request';

/** Calls a route without a network. Unlike `app.inject` it works while the process closes, for pages in the making. */
export const inProcessCall = (app: FastifyInstance, options: InjectOptions): Promise<Response> =>
  inject((request, response) => app.routing(request, response), options);
