import type { FastifyInstance } from 'fastify';
import { refuseForeignOrigin } from './session.ts';

/** Lets the routes of a scope accept form bodies, from our own pages and from programs. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, parsed) =>
    parsed(null, new URLSearchParams(body.toString())),
  );
  scope.addHook('preValidation', async (request) => refuseForeignOrigin(request));
}
