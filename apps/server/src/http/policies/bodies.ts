import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { refuseForeignOrigin } from './own-host.ts';

/** An empty body counts as none, since many clients always send the type. */
export function jsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body.toString(), done);
  });
}

/** Nothing here unpacks a body: a small one could become huge. */
export function refuseCompressed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    const isPlain = /^\s*identity\s*$/i.test(encoding);
    const message = 'Send the body as it is: this server takes no Content-Encoding';
    done(isPlain ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE', message));
  });
}

export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, parsed) =>
    parsed(null, new URLSearchParams(body.toString())),
  );
  // Before a form waits for a place, or is kept because it gets none
  scope.addHook('onRequest', async (request) => refuseForeignOrigin(request));
}

/** The fields are ignored. Fastify applies the body limit only to what it collects. */
export function takeUnreadMultipart(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, parsed) =>
    parsed(null),
  );
}
