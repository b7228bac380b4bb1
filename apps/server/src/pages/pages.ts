import type { PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError, notFoundError } from '../errors.ts';
import { compressAnswer } from '../http/cache/cached-answer.ts';
import { makePageKeyReader } from '../http/cache/read-key.ts';
import { toPlainPath } from '../http/policies/plain-path.ts';
import { type Apps, makeAdminRouteFinder, serveAdminPages } from './admin-pages.ts';
import { makeImageReader, serveViewSwitch } from './light-pages.ts';
import { answerPublicPage, type PageOptions } from './page-answer.ts';

const isApi = /^\/api(?:\/|$)/i;

const movedPages = [
  ['/register', '/registration'],
  ['/login', '/admin/login'],
] as const;

type Options = Pick<PageOptions, 'previewItem' | 'answerRedirect'> & {
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'>;
  apps?: Apps;
};

/** Answers every GET that no other route takes. Returns what others draw pages with. */
export async function serveSitePages(
  app: FastifyInstance,
  { config, apps, previewItem, answerRedirect }: Options,
): Promise<PageOptions> {
  const { renderer, admin } = apps ?? (await (await import('./built-pages.ts')).serveBuiltPages(app));
  const options = { app, config, renderer, imageBytes: makeImageReader(app), previewItem, answerRedirect };
  const adminRoute = makeAdminRouteFinder(admin.files);
  const locatePage = (path: string) => {
    const lowered = path.toLowerCase();
    return adminRoute(lowered) ? lowered : renderer.locate(path);
  };

  await app.register(async (scope) => {
    for (const [from, to] of movedPages) {
      scope.get(from, (request, reply) => reply.redirect(to + request.url.slice(from.length), 308));
    }
    scope.addHook('onRequest', makeSpellingRedirect(app, locatePage));
    if (!config.dev) scope.cacheRoutes(makePageKeyReader(renderer.pageParameters));
    scope.addHook('onSend', compressAnswer);
    scope.get('/*', (request, reply) => answerPublicPage(request, reply, options));
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', makeSpellingRedirect(app, locatePage));
    scope.addHook('onSend', compressAnswer);
    await scope.register(serveAdminPages, { config, admin, routeOf: adminRoute });
  });
  const refuse = refuseWrites(app, locatePage);
  app.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url: '/*', onRequest: refuse, handler: refuse });
  await app.register(async (scope) => {
    scope.addHook('onSend', compressAnswer);
    await scope.register(serveViewSwitch, options);
  });
  return options;
}

type Locate = PageRenderer['locate'];

/** Undefined where no page is. Paths of the API without a call get the API's 404. */
function findAddress(app: FastifyInstance, locate: Locate, path: string): string | undefined {
  const plain = toPlainPath(path);
  if (isApi.test(plain)) throw notFoundError('There is nothing at this address');
  const isRoute = (known: string) => app.hasRoute({ method: 'GET', url: known });
  return locate(plain) ?? [plain, plain.toLowerCase()].find(isRoute);
}

/** Redirects other spellings of a page's address, so that the cache holds each page once. */
const makeSpellingRedirect =
  (app: FastifyInstance, locate: Locate) =>
  async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = url.split(/(?=\?)/, 2);
    const address = findAddress(app, locate, path);
    if (address !== undefined && address !== path) return reply.redirect(address + (query ?? ''), 308);
    return undefined;
  };

/** Only the forms of pages are posted, and have routes of their own. */
const refuseWrites =
  (app: FastifyInstance, locate: Locate) =>
  async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const address = findAddress(app, locate, url.split('?', 1)[0] ?? '');
    if (address === undefined) throw notFoundError('There is nothing at this address');
    const takesForm = app.hasRoute({ method: 'POST', url: address });
    reply.header('allow', takesForm ? 'GET, HEAD, POST' : 'GET, HEAD');
    throw new AppError('METHOD_NOT_ALLOWED', 'This method is not allowed here');
  };
