import multipart, { type FastifyMultipartBaseOptions, type Multipart } from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalidInputError } from '../../errors.ts';
import { refuseForeignOrigin } from './own-host.ts';

/** Accepts JSON only. An empty body counts as no body, because many clients always send its type. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parseJson(request, body.toString(), done);
  });
}

/** Refuses compressed bodies, because a small one could become huge when it is unpacked. */
export function refuseCompressed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    const isBodyUncompressed = /^\s*identity\s*$/i.test(encoding);
    const refusalMessage = 'Send the body as it is: this server takes no Content-Encoding';
    done(isBodyUncompressed ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE', refusalMessage));
  });
}

export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, parsed) =>
    parsed(null, new URLSearchParams(body.toString())),
  );
  // The form is parsed before it waits for a place, or is stored because there is no place
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

/** Accepts forms with files, which `readParts` reads. */
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
    for await (const multipartPart of request.parts()) await take(multipartPart);
  } catch (error) {
    // The error of the parser for a broken form has no status
    throw (error as FastifyError).statusCode ? error : invalidInputError([], 'This form cannot be read');
  }
}

/** Accepts a form whose fields nobody reads. Fastify applies the body limit only to bodies that it collects. */
export function acceptUnreadMultipart(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, parsed) =>
    parsed(null),
  );
}
