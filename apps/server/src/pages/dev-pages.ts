import { join } from 'node:path';
import type { PageBundle, PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance } from 'fastify';

/** Serves the pages from the sources of `apps/web` with vite, which reloads what is edited. */
export async function devPages(app: FastifyInstance): Promise<PageRenderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: join(import.meta.dirname, '../../../web'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));

  const load = async (): Promise<PageRenderer> => {
    const { createRenderer } = (await vite.ssrLoadModule('/src/entry-server.tsx')) as PageBundle;
    return createRenderer();
  };
  const { pageParameters, pattern, locate } = await load();
  return {
    locate,
    pageParameters,
    pattern,
    // loads the latest edit
    render: async (request, context) => (await load()).render(request, context),
  };
}
