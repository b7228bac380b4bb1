import multipart, { type FastifyMultipartBaseOptions, type Multipart } from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalidInputError } from '../../errors.ts';
import { refuseForeignOrigin } from './own-host.ts';

/** An empty body counts as none, since many clients always send the type. */
export function acceptOnlyJson(app: FastifyInstance): void {
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

export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, parsed) =>
    parsed(null, new URLSearchParams(body.toString())),
  );
  // Before a form waits for a place, or is stored because it gets none
  scope.addHook('onRequest', async (request) => refuseForeignOrigin(request));
}

/** Forms with and without a file. */
export async function acceptFormsAndFiles(
  scope: FastifyInstance,
  limits: FastifyMultipartBaseOptions['limits'],
): Promise<void> {
  acceptForms(scope);
  await scope.register(multipart, { limits });
}

/** For forms with files, which `readParts` reads. */
export async function acceptFiles(scope: FastifyInstance, limits: FastifyMultipartBaseOptions['limits']) {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notMultipartError()));
  await scope.register(multipart, { limits });
}

const notMultipartError = () =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as "file" of a multipart/form-data form');

export async function readParts(request: FastifyRequest, take: (part: Multipart) => Promise<void>) {
  if (!request.isMultipart()) throw notMultipartError();
  try {
    for await (const part of request.parts()) await take(part);
  } catch (error) {
    // The parser gives no status to the error of a broken form
    throw (error as FastifyError).statusCode ? error : invalidInputError([], 'This form cannot be read');
  }
}

/** The fields are ignored. Fastify applies the body limit only to what it collects. */
export function acceptUnreadMultipart(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, parsed) =>
    parsed(null),
  );
}
