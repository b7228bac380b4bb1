import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../errors.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Route {
  method: string;
  path: string;
}

/** Answers 405 with `Allow` when a path of the contract does not have the method. */
export function refuseOtherMethods(app: FastifyInstance, contract: object): void {
  for (const [url, allowed] of methodsByPath(contract)) {
    const allow = [...allowed].sort().join(', ');
    const refuse = async (_: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow);
      throw new AppError('METHOD_NOT_ALLOWED', 'This method is not allowed here');
    };
    app.options(url, (_, reply) => reply.status(204).header('allow', allow).send());
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      onRequest: refuse,
      handler: refuse,
    });
  }
}

function methodsByPath(contract: object): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const { method, path } of routesOf(contract)) {
    const allowed = known.get(path) ?? new Set(['OPTIONS']);
    allowed.add(method);
    if (method === 'GET') allowed.add('HEAD');
    known.set(path, allowed);
  }
  return known;
}

const isRoute = (value: object): value is Route => 'method' in value && 'path' in value;
const routesOf = (router: object): Route[] =>
  Object.values(router).flatMap((value: object) => (isRoute(value) ? [value] : routesOf(value)));
