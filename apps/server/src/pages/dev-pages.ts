import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageBundle, PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance } from 'fastify';
import type { Apps } from './admin-pages.ts';

const APPS = join(import.meta.dirname, '../../..');

export async function devPages(app: FastifyInstance): Promise<Apps> {
  const { createServer } = await import('vite');
  const startVite = (name: string) =>
    createServer({
      root: join(APPS, name),
      // Not the configuration of the folder in which the command runs
      configFile: join(APPS, name, 'vite.config.ts'),
      // Others write a file, at which `node --watch` restarts for ever
      configLoader: 'native',
      appType: 'custom',
      server: {
        middlewareMode: true,
        hmr: { server: app.server },
        // Says in the log why the scripts of a page failed to start
        forwardConsole: { unhandledErrors: true, logLevels: ['error'] },
      },
    });
  const web = await startVite('web');
  const admin = await startVite('admin');
  app.addHook('onClose', async () => void (await Promise.all([web.close(), admin.close()])));
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const { url } = raw;
    const { middlewares } = url?.startsWith('/admin/') ? admin : web;
    middlewares(raw, reply.raw, (error?: Error) => {
      // Vite removes its own prefix
      raw.url = url;
      done(error);
    });
  });

  const loadRenderer = async (): Promise<PageRenderer> => {
    const { createRenderer } = (await web.ssrLoadModule('/src/entry-server.tsx')) as PageBundle;
    return createRenderer();
  };
  const renderer = await loadRenderer();
  return {
    renderer: {
      ...renderer,
      // Loads the latest edit
      render: async (request, context) => (await loadRenderer()).render(request, context),
    },
    admin: {
      files: globSync('src/routes/**/*.tsx', { cwd: join(APPS, 'admin') }),
      html: async (page, url) =>
        admin.transformIndexHtml(url, await readFile(join(APPS, 'admin', page), 'utf8')),
    },
  };
}
