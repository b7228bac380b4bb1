import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { PageRenderer } from './renderer.ts';

/** Pages from the sources of `apps/web` by vite, which replaces in the browser what is edited. */
export async function devPages(app: FastifyInstance): Promise<PageRenderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: join(import.meta.dirname, '../../../web'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));

  const load = () => vite.ssrLoadModule('/src/entry-server.tsx');
  const { pageParameters } = await load();
  return {
    pageParameters,
    render: async (request, context) => {
      // loaded anew after each edit
      const { render, devAssets } = await load();
      return render(request, { ...context, assets: devAssets });
    },
  };
}
