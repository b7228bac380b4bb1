import type { FastifyInstance } from 'fastify';

/** An empty body counts as none, since many clients always send the type. */
export function jsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body.toString(), done);
  });
}
