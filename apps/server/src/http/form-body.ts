import type { FastifyInstance } from 'fastify';
import { refuseForeignOrigin } from './session.ts';

/** The routes of a scope take forms as browsers post them, from our own pages and from programs. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, parsed) =>
    parsed(null, new URLSearchParams(body.toString())),
  );
  scope.addHook('preValidation', async (request) => refuseForeignOrigin(request));
}
