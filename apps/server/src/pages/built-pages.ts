import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { PageRenderer } from './renderer.ts';

const dist = join(import.meta.dirname, '../../../web/dist');

/** Pages from the build of `apps/web`, and its files. */
export async function builtPages(app: FastifyInstance): Promise<PageRenderer> {
  await app.register(fastifyStatic, {
    root: join(dist, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // only names with a hash of the content stay true for ever
      const lasting = path.includes('/assets/');
      reply.setHeader(
        'cache-control',
        lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const { render, builtAssets, pageParameters } = await import(
    pathToFileURL(join(dist, 'server/entry-server.js')).href
  );
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'));
  const assets = builtAssets(manifest);
  return {
    pageParameters,
    render: (request, context) => render(request, { ...context, assets }),
  };
}
