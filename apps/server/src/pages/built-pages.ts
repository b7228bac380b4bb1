import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { BuildManifest, PageBundle } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFoundError, StartError } from '../errors.ts';
import { removeDocumentHeaders } from '../http/policies/security.ts';
import { letRoutesSkipQueue } from '../http/server/request-queue.ts';
import { type AdminPage, type AdminRoute, type BuiltWebAndAdmin, listRouteFiles } from './admin-pages.ts';

const APPS_FOLDER = join(import.meta.dirname, '../../..');

/** Matches files whose names hold a hash of their content. */
const hashedPathPattern = /\/(?:assets|images\/demo)\//;

/** The browser checks the service worker each time, so that a new one takes over at once. */
const serviceWorkerFileAndHeaders = {
  file: /\/sw\.js(?:\.\w+)?$/,
  headers: {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  },
};

export async function serveBuiltPages(
  app: FastifyInstance,
  { apps = APPS_FOLDER }: { apps?: string } = {},
): Promise<BuiltWebAndAdmin> {
  const appFolders = [join(apps, 'web'), join(apps, 'admin')] as const;
  const webBuild = await findBuild(appFolders[0]);
  const adminBuild = await findBuild(appFolders[1]);
  const bundleFile = join(webBuild, 'server/entry-server.js');
  if (!existsSync(bundleFile) || !existsSync(join(adminBuild, 'client/index.html')))
    throw new StartError('The site is not built; run npm run build first.');

  await app.register(async (scope) => {
    letRoutesSkipQueue(scope);
    scope.addHook('onRequest', async (request) => {
      request.patternOfPage = 'file';
    });
    await scope.register(fastifyStatic, {
      root: [join(webBuild, 'client'), join(adminBuild, 'client')],
      wildcard: false,
      index: false,
      preCompressed: true,
      // The folder serves compressed files by itself, and the pages of the admin area are served elsewhere
      globIgnore: ['**/*.br', '**/*.gz', '**/*.html'],
      cacheControl: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: setFileHeaders,
    });
    // Serves assets of other releases, for pages that were loaded before an update or from an updated process
    scope.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
      const assetsFolder = await findAssetsFolder(appFolders, name);
      if (!assetsFolder) throw notFoundError('There is nothing at this address');
      return reply.sendFile(name, assetsFolder);
    });
  });
  const { createRenderer }: PageBundle = await import(pathToFileURL(bundleFile).href);
  const readManifest = async (of: string): Promise<BuildManifest> =>
    JSON.parse(await readFile(join(of, 'client/.vite/manifest.json'), 'utf8'));
  const readAdminPage = (name: AdminPage) => readFile(join(adminBuild, 'client', name), 'utf8');
  const adminManifest = await readManifest(adminBuild);
  const adminPageHtml = {
    'index.html': await readAdminPage('index.html'),
    'sign-in.html': await readAdminPage('sign-in.html'),
  };
  return {
    renderer: createRenderer(await readManifest(webBuild)),
    admin: {
      files: listRouteFiles(adminManifest),
      html: async (page, _, route) => addRouteScripts(route, adminPageHtml[page], adminManifest),
    },
  };
}

/** Adds links to the scripts of the screen, so that they load in parallel with the first scripts. */
function addRouteScripts(route: AdminRoute | undefined, html: string, manifest: BuildManifest): string {
  const scriptFiles = new Set<string>();
  const addScriptFiles = (key: string) => {
    const { file, imports = [] } = manifest[key] ?? {};
    if (!file || scriptFiles.has(file)) return;
    scriptFiles.add(file);
    for (const importedKey of imports) addScriptFiles(importedKey);
  };
  if (route) addScriptFiles(`${route.file}?tsr-split=component`);
  const scriptLinks = [...scriptFiles]
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return html.replace('</head>', `${scriptLinks.join('')}</head>`);
}

/**
 * Finds the current release of an app, which a running build never touches. Without a release, as in tests of a
 * single workspace, it is the folder of the build.
 */
async function findBuild(app: string): Promise<string> {
  const releasesFolder = join(app, 'releases');
  const currentReleaseId = await readFile(join(releasesFolder, 'current'), 'utf8').catch(() => '');
  const folder = join(releasesFolder, currentReleaseId);
  return currentReleaseId !== '' && existsSync(folder) ? folder : join(app, 'dist');
}

async function findAssetsFolder(apps: readonly string[], name: string): Promise<string | undefined> {
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined;
  for (const appFolder of apps) {
    const appReleases = join(appFolder, 'releases');
    const releaseIds = await readdir(appReleases).catch(() => []);
    const folders = releaseIds.map((id) => join(appReleases, id, 'client/assets'));
    const assetFolder = folders.find((folder) => existsSync(join(folder, name)));
    if (assetFolder) return assetFolder;
  }
  return undefined;
}

function setFileHeaders(reply: FastifyReply, path: string): void {
  if (serviceWorkerFileAndHeaders.file.test(path)) {
    reply.headers(serviceWorkerFileAndHeaders.headers);
    return;
  }
  // Documents need no policy of their own, and the About page shows one in a frame
  if (hashedPathPattern.test(path) || /\/documents\//.test(path)) removeDocumentHeaders(reply);
  // Emails show these images too, and mail programs have other origins
  if (/\/images\//.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
  if (!hashedPathPattern.test(path)) {
    reply.header('cache-control', 'public, max-age=3600');
    return;
  }
  // The browser never asks again whether such a file has changed
  reply.header('cache-control', 'public, max-age=31536000, immutable').removeHeader('etag');
}
