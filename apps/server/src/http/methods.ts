import type { RouteRules } from '@institute/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../errors.ts';
import { preflightHeaders } from './cross-origin.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Route {
  method: string;
  path: string;
  metadata?: RouteRules;
}

/**
 * Answers 405 with `Allow`, and `OPTIONS`, by which browsers also ask what a page of another origin may send.
 */
export function refuseOtherMethods(app: FastifyInstance, contract: object): void {
  for (const [url, { allowed, open }] of methodsByPath(contract)) {
    const known = { allowed: [...allowed].sort(), open: [...open].sort() };
    const allow = known.allowed.join(', ');
    const refuse = async (_: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow);
      throw new AppError('METHOD_NOT_ALLOWED', 'This method is not allowed here');
    };
    app.options(url, (request, reply) =>
      reply.status(204).headers(preflightHeaders(request, known)).header('allow', allow).send(),
    );
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      onRequest: refuse,
      handler: refuse,
    });
  }
}

function methodsByPath(contract: object): Map<string, { allowed: Set<string>; open: Set<string> }> {
  const known = new Map<string, { allowed: Set<string>; open: Set<string> }>();
  for (const { method, path, metadata } of routesOf(contract)) {
    const { allowed, open } = known.get(path) ?? { allowed: new Set(['OPTIONS']), open: new Set() };
    const own = method === 'GET' ? ['GET', 'HEAD'] : [method];
    for (const name of own) {
      allowed.add(name);
      if (metadata?.anyOrigin) open.add(name);
    }
    known.set(path, { allowed, open });
  }
  return known;
}

const isRoute = (value: object): value is Route => 'method' in value && 'path' in value;
const routesOf = (router: object): Route[] =>
  Object.values(router).flatMap((value: object) => (isRoute(value) ? [value] : routesOf(value)));
