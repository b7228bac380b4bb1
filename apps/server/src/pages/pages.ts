import type { PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError, notFoundError } from '../errors.ts';
import { compressAnswer } from '../http/cache/cached-answer.ts';
import { makePageKeyReader } from '../http/cache/read-key.ts';
import { toPlainPath } from '../http/policies/plain-path.ts';
import { type BuiltWebAndAdmin, makeAdminRouteFinder, serveAdminPages } from './admin-pages.ts';
import { makeImageSizeReader, serveViewSwitch } from './light-pages.ts';
import { answerPublicPage, type PageOptions } from './page-answer.ts';

const apiPathStartPattern = /^\/api(?:\/|$)/i;

const movedPagePaths = [
  ['/register', '/registration'],
  ['/login', '/admin/login'],
] as const;

type SitePagesOptions = Pick<PageOptions, 'previewItem' | 'answerRedirect'> & {
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'>;
  apps?: BuiltWebAndAdmin;
};

/** Answers every GET that no other route answers. Returns the options with which other routes draw pages. */
export async function serveSitePages(
  app: FastifyInstance,
  { config, apps, previewItem, answerRedirect }: SitePagesOptions,
): Promise<PageOptions> {
  const { renderer, admin } = apps ?? (await (await import('./built-pages.ts')).serveBuiltPages(app));
  const pageAnswerOptions = {
    app,
    config,
    renderer,
    imageBytes: makeImageSizeReader(app),
    previewItem,
    answerRedirect,
  };
  const findAdminRoute = makeAdminRouteFinder(admin.files);
  const findPageAddress = (path: string) => {
    const lowerCasePath = path.toLowerCase();
    return findAdminRoute(lowerCasePath) ? lowerCasePath : renderer.locate(path);
  };

  await app.register(async (scope) => {
    for (const [from, to] of movedPagePaths) {
      scope.get(from, (request, reply) => reply.redirect(to + request.url.slice(from.length), 308));
    }
    scope.addHook('onRequest', makeSpellingRedirect(app, findPageAddress));
    if (!config.dev) scope.cacheRoutes(makePageKeyReader(renderer.pageParameters));
    scope.addHook('onSend', compressAnswer);
    scope.get('/*', (request, reply) => answerPublicPage(request, reply, pageAnswerOptions));
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', makeSpellingRedirect(app, findPageAddress));
    scope.addHook('onSend', compressAnswer);
    await scope.register(serveAdminPages, { config, admin, routeOf: findAdminRoute });
  });
  const refuseWriteCall = makeWriteRefusal(app, findPageAddress);
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    onRequest: refuseWriteCall,
    handler: refuseWriteCall,
  });
  await app.register(async (scope) => {
    scope.addHook('onSend', compressAnswer);
    await scope.register(serveViewSwitch, pageAnswerOptions);
  });
  return pageAnswerOptions;
}

type FindPageAddress = PageRenderer['locate'];

/** Finds the page's own address. Undefined when there is no page. An unknown path of the API gets a 404 of the API. */
function findOwnAddress(app: FastifyInstance, locate: FindPageAddress, path: string): string | undefined {
  const plainPath = toPlainPath(path);
  if (apiPathStartPattern.test(plainPath)) throw notFoundError('There is nothing at this address');
  const isGetRoute = (known: string) => app.hasRoute({ method: 'GET', url: known });
  return locate(plainPath) ?? [plainPath, plainPath.toLowerCase()].find(isGetRoute);
}

/** Redirects other spellings of a page's address, so that the cache holds each page only once. */
const makeSpellingRedirect =
  (app: FastifyInstance, locate: FindPageAddress) =>
  async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = url.split(/(?=\?)/, 2);
    const ownAddress = findOwnAddress(app, locate, path);
    if (ownAddress !== undefined && ownAddress !== path)
      return reply.redirect(ownAddress + (query ?? ''), 308);
    return undefined;
  };

/** Answers 405 to writes, because only forms of pages are posted, and those have routes of their own. */
const makeWriteRefusal =
  (app: FastifyInstance, locate: FindPageAddress) =>
  async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const address = findOwnAddress(app, locate, url.split('?', 1)[0] ?? '');
    if (address === undefined) throw notFoundError('There is nothing at this address');
    const acceptsForm = app.hasRoute({ method: 'POST', url: address });
    reply.header('allow', acceptsForm ? 'GET, HEAD, POST' : 'GET, HEAD');
    throw new AppError('METHOD_NOT_ALLOWED', 'This method is not allowed here');
  };
