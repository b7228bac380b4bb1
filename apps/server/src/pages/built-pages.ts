import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { BuildManifest, PageBundle } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFoundError, StartError } from '../errors.ts';
import { removeDocumentHeaders } from '../http/policies/security.ts';
import { skipQueue } from '../http/server/request-queue.ts';
import { type AdminPage, type AdminRoute, type Apps, listRouteFiles } from './admin-pages.ts';

const APPS_FOLDER = join(import.meta.dirname, '../../..');

/** Names of these files hold a hash of the content. */
const lastingPaths = /\/(?:assets|images\/demo)\//;

/** The browser asks for the service worker each time, so that a new one takes over at once. */
const serviceWorker = {
  file: /\/sw\.js(?:\.\w+)?$/,
  headers: {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  },
};

export async function serveBuiltPages(
  app: FastifyInstance,
  { apps = APPS_FOLDER }: { apps?: string } = {},
): Promise<Apps> {
  const folders = [join(apps, 'web'), join(apps, 'admin')] as const;
  const build = await findBuild(folders[0]);
  const adminBuild = await findBuild(folders[1]);
  const bundle = join(build, 'server/entry-server.js');
  if (!existsSync(bundle) || !existsSync(join(adminBuild, 'client/index.html')))
    throw new StartError('The site is not built; run npm run build first.');

  await app.register(async (scope) => {
    skipQueue(scope);
    scope.addHook('onRequest', async (request) => {
      request.patternOfPage = 'file';
    });
    await scope.register(fastifyStatic, {
      root: [join(build, 'client'), join(adminBuild, 'client')],
      wildcard: false,
      index: false,
      preCompressed: true,
      // Compressed files and the pages of the admin area get no route of their own
      globIgnore: ['**/*.br', '**/*.gz', '**/*.html'],
      cacheControl: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: setFileHeaders,
    });
    // For pages loaded before an update, or from a process that is already updated
    scope.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
      const folder = await findAssets(folders, name);
      if (!folder) throw notFoundError('There is nothing at this address');
      return reply.sendFile(name, folder);
    });
  });
  const { createRenderer }: PageBundle = await import(pathToFileURL(bundle).href);
  const readManifest = async (of: string): Promise<BuildManifest> =>
    JSON.parse(await readFile(join(of, 'client/.vite/manifest.json'), 'utf8'));
  const readAdminPage = (name: AdminPage) => readFile(join(adminBuild, 'client', name), 'utf8');
  const adminManifest = await readManifest(adminBuild);
  const html = {
    'index.html': await readAdminPage('index.html'),
    'sign-in.html': await readAdminPage('sign-in.html'),
  };
  return {
    renderer: createRenderer(await readManifest(build)),
    admin: {
      files: listRouteFiles(adminManifest),
      html: async (page, _, route) => addRouteScripts(route, html[page], adminManifest),
    },
  };
}

/** The scripts of the screen load in parallel with those that start it, not after them. */
function addRouteScripts(route: AdminRoute | undefined, html: string, manifest: BuildManifest): string {
  const files = new Set<string>();
  const addFiles = (key: string) => {
    const { file, imports = [] } = manifest[key] ?? {};
    if (!file || files.has(file)) return;
    files.add(file);
    for (const imported of imports) addFiles(imported);
  };
  if (route) addFiles(`${route.file}?tsr-split=component`);
  const links = [...files]
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return html.replace('</head>', `${links.join('')}</head>`);
}

/**
 * A running build never touches the current release. Tests of single workspaces may have a build without a
 * release.
 */
async function findBuild(app: string): Promise<string> {
  const releases = join(app, 'releases');
  const id = await readFile(join(releases, 'current'), 'utf8').catch(() => '');
  const folder = join(releases, id);
  return id !== '' && existsSync(folder) ? folder : join(app, 'dist');
}

async function findAssets(apps: readonly string[], name: string): Promise<string | undefined> {
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined;
  for (const app of apps) {
    const releases = join(app, 'releases');
    const ids = await readdir(releases).catch(() => []);
    const folders = ids.map((id) => join(releases, id, 'client/assets'));
    const found = folders.find((folder) => existsSync(join(folder, name)));
    if (found) return found;
  }
  return undefined;
}

function setFileHeaders(reply: FastifyReply, path: string): void {
  if (serviceWorker.file.test(path)) {
    reply.headers(serviceWorker.headers);
    return;
  }
  // The About page shows its document in a frame
  if (lastingPaths.test(path) || /\/documents\//.test(path)) removeDocumentHeaders(reply);
  // Emails show images too
  if (/\/images\//.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
  if (!lastingPaths.test(path)) {
    reply.header('cache-control', 'public, max-age=3600');
    return;
  }
  // Nobody asks again whether such a file has changed
  reply.header('cache-control', 'public, max-age=31536000, immutable').removeHeader('etag');
}
