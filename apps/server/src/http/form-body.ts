import type { FastifyInstance } from 'fastify';
import { refuseForeignOrigin } from './session.ts';

export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, parsed) =>
    parsed(null, new URLSearchParams(body.toString())),
  );
  scope.addHook('preValidation', async (request) => refuseForeignOrigin(request));
}

/** The fields are ignored. Fastify applies the body limit only to what it collects. */
export function takeUnreadMultipart(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, parsed) =>
    parsed(null),
  );
}
