import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { PageBundle, PageRenderer } from '@institute/contract/page-bundle';
import { Parser } from 'htmlparser2';
import { createServer, createServerModuleRunner } from 'vite';
import { escapeXml } from '../http/xml.ts';
import type { Apps } from './admin-pages.ts';

const APPS_FOLDER = join(import.meta.dirname, '../../..');

type DevPagesOptions = {
  server: Server;
  /** A file of the apps was saved. */
  onSaved: () => void;
  /** True for a file whose change starts the product again. */
  restartsProduct: (file: string) => boolean;
};

/** Both apps from their sources. They stay while the product starts again. */
export async function openDevPages({ server, onSaved, restartsProduct }: DevPagesOptions) {
  let isFaultShown = false;
  const reportSave = () => {
    onSaved();
    if (isFaultShown) reloadPages();
    isFaultShown = false;
  };
  const startVite = (name: string) =>
    createServer({
      root: join(APPS_FOLDER, name),
      // Not the configuration of the folder in which the command runs
      configFile: join(APPS_FOLDER, name, 'vite.config.ts'),
      configLoader: 'native',
      appType: 'custom',
      plugins: [
        {
          name: 'note-saved',
          hotUpdate({ file }) {
            reportSave();
            // Else a page would be loaded at once, and again when the product has started
            const waits = this.environment.name === 'client' && restartsProduct(file);
            return waits ? [] : undefined;
          },
        },
      ],
      server: {
        middlewareMode: true,
        hmr: { server },
        // Says in the log why the scripts of a page failed to start
        forwardConsole: { unhandledErrors: true, logLevels: ['error'] },
      },
    });
  const [web, admin] = await Promise.all([startVite('web'), startVite('admin')]);
  const runner = createServerModuleRunner(web.environments.ssr, { hmr: false });
  const loadRenderer = async (): Promise<PageRenderer> => {
    const { createRenderer } = await runner.import<PageBundle>('/src/entry-server.tsx');
    return createRenderer();
  };
  const reloadPages = () => {
    for (const { ws } of [web, admin]) ws.send({ type: 'full-reload' });
  };

  /** Loads the latest edit, and shows what is wrong with it. */
  const render: PageRenderer['render'] = async (request, context) => {
    try {
      const page = await (await loadRenderer()).render(request, context);
      throwFault(await page.text());
      return page;
    } catch (error) {
      console.error(describeFault(error));
      isFaultShown = true;
      return { status: 500, headers: new Headers(htmlHeaders), text: async () => writeFaultPage(error) };
    }
  };

  return {
    reload: reloadPages,
    serveFiles(request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void): void {
      const { url } = request;
      const { middlewares } = url?.startsWith('/admin/') ? admin : web;
      middlewares(request, response, (error?: Error) => {
        // Vite removes its own prefix
        request.url = url;
        next(error);
      });
    },
    loadApps: async (): Promise<Apps> => ({
      renderer: { ...(await loadRenderer()), render },
      admin: {
        files: globSync('src/routes/**/*.tsx', { cwd: join(APPS_FOLDER, 'admin') }),
        html: async (page, url) =>
          admin.transformIndexHtml(url, await readFile(join(APPS_FOLDER, 'admin', page), 'utf8')),
      },
    }),
  };
}

const RENDER_ERROR_PREFIX = 'Switched to client rendering because the server rendering errored:';

/** React leaves out what it cannot render, and writes the reason next to the gap. */
function throwFault(html: string): void {
  const parser = new Parser({
    onattribute(name, value) {
      if (name === 'data-stck' && value.startsWith(RENDER_ERROR_PREFIX))
        throw value.slice(RENDER_ERROR_PREFIX.length).trim();
    },
  });
  parser.end(html);
}

/** Vite's own errors also contain the whole source. */
export const describeFault = (fault: unknown): string =>
  fault instanceof Error && fault.stack ? fault.stack : String(fault);

export const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** A page that Vite loads again once there is something else to see. */
export function writeFaultPage(fault: unknown): string {
  const text = escapeXml(stripVTControlCharacters(describeFault(fault)));
  return `<!DOCTYPE html><title>npm run dev</title><script type="module" src="/@vite/client"></script><pre>${text}</pre>`;
}
