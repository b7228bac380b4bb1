import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { forFiles } from '../http/security.ts';
import { StartError } from '../start-error.ts';
import type { PageRenderer } from './renderer.ts';

const dist = join(import.meta.dirname, '../../../web/dist');
const bundle = join(dist, 'server/entry-server.js');

/** These names hold a hash of the content. */
const lasting = /\/(?:assets|images\/demo)\//;

/** What the browser's service worker may fetch; itself it is asked for anew each time, so that it can be replaced at once. */
const serviceWorker = {
  file: /\/sw\.js(?:\.\w+)?$/,
  headers: {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  },
};

/** Pages from the build of `apps/web`, and its files. */
export async function builtPages(app: FastifyInstance): Promise<PageRenderer> {
  if (!existsSync(bundle)) throw new StartError('The site is not built; run npm run build first.');

  await app.register(fastifyStatic, {
    root: join(dist, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    // each file has a route; those for other encodings are found beside theirs
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      if (serviceWorker.file.test(path)) return reply.headers(serviceWorker.headers);
      if (lasting.test(path)) forFiles(reply);
      // mails show them too, in whatever reads mail
      if (/\/images\//.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.header(
        'cache-control',
        lasting.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const { render, builtAssets, pageParameters } = await import(pathToFileURL(bundle).href);
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'));
  const assets = builtAssets(manifest);
  return {
    pageParameters,
    render: (request, context) => render(request, { ...context, assets }),
  };
}
