import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { PageBundle, PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound, StartError } from '../errors.ts';
import { neverWait } from '../http/request-queue.ts';
import { forFiles } from '../http/security.ts';

const WEB = join(import.meta.dirname, '../../../web');

/** File names that hold a hash of the content. */
const lasting = /\/(?:assets|images\/demo)\//;

/** The browser asks for the service worker each time, so that a new one takes over at once. */
const serviceWorker = {
  file: /\/sw\.js(?:\.\w+)?$/,
  headers: {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  },
};

/** Serves the pages and files of the current release of `apps/web`, and the assets of the others that are kept. */
export async function builtPages(
  app: FastifyInstance,
  { web = WEB }: { web?: string } = {},
): Promise<PageRenderer> {
  const build = await buildOf(web);
  const bundle = join(build, 'server/entry-server.js');
  if (!existsSync(bundle)) throw new StartError('The site is not built; run npm run build first.');

  await app.register(async (scope) => {
    neverWait(scope);
    scope.addHook('onRequest', async (request) => {
      request.patternOfPage = 'file';
    });
    await scope.register(fastifyStatic, {
      root: join(build, 'client'),
      wildcard: false,
      index: false,
      preCompressed: true,
      // compressed files get no route of their own
      globIgnore: ['**/*.br', '**/*.gz'],
      cacheControl: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: setFileHeaders,
    });
    // pages that were loaded before an update, or from a process that is updated already
    scope.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
      const folder = await assetsWith(web, name);
      if (!folder) throw notFound('There is nothing at this address');
      return reply.sendFile(name, folder);
    });
  });
  const { createRenderer }: PageBundle = await import(pathToFileURL(bundle).href);
  const manifest = await readFile(join(build, 'client/.vite/manifest.json'), 'utf8');
  return createRenderer(JSON.parse(manifest));
}

/** The current release, which a running build never touches. Tests of single workspaces may have a build without a release. */
async function buildOf(web: string): Promise<string> {
  const releases = join(web, 'releases');
  const id = await readFile(join(releases, 'current'), 'utf8').catch(() => '');
  const folder = join(releases, id);
  return id !== '' && existsSync(folder) ? folder : join(web, 'dist');
}

/** The folder of a release that has this asset. */
async function assetsWith(web: string, name: string): Promise<string | undefined> {
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined;
  const releases = join(web, 'releases');
  const ids = await readdir(releases).catch(() => []);
  return ids
    .map((id) => join(releases, id, 'client/assets'))
    .find((folder) => existsSync(join(folder, name)));
}

function setFileHeaders(reply: FastifyReply, path: string): void {
  if (serviceWorker.file.test(path)) {
    reply.headers(serviceWorker.headers);
    return;
  }
  // the About page shows its document in a frame
  if (lasting.test(path) || /\/documents\//.test(path)) forFiles(reply);
  // emails show them too
  if (/\/images\//.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
  reply.header(
    'cache-control',
    lasting.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  );
}
