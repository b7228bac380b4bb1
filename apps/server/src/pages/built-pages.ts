import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { PageBundle, PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance } from 'fastify';
import { forFiles } from '../http/security.ts';
import { StartError } from '../start-error.ts';

const dist = join(import.meta.dirname, '../../../web/dist');
const bundle = join(dist, 'server/entry-server.js');

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

/** Serves the pages and files of the build of `apps/web`. */
export async function builtPages(app: FastifyInstance): Promise<PageRenderer> {
  if (!existsSync(bundle)) throw new StartError('The site is not built; run npm run build first.');

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      request.patternOfPage = 'file';
    });
    await scope.register(fastifyStatic, {
      root: join(dist, 'client'),
      wildcard: false,
      index: false,
      preCompressed: true,
      // compressed files get no route of their own
      globIgnore: ['**/*.br', '**/*.gz'],
      cacheControl: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        if (serviceWorker.file.test(path)) return reply.headers(serviceWorker.headers);
        // the About page shows its document in a frame
        if (lasting.test(path) || /\/documents\//.test(path)) forFiles(reply);
        // emails show them too
        if (/\/images\//.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
        reply.header(
          'cache-control',
          lasting.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  });
  const { createRenderer }: PageBundle = await import(pathToFileURL(bundle).href);
  const manifest = await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8');
  return createRenderer(JSON.parse(manifest));
}
