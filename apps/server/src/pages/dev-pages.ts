import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { PageBundle, PageRenderer } from '@institute/contract/page-bundle';
import { Parser } from 'htmlparser2';
import { createServer, createServerModuleRunner } from 'vite';
import { escapeXml } from '../http/xml.ts';
import type { BuiltWebAndAdmin } from './admin-pages.ts';

const APPS_FOLDER = join(import.meta.dirname, '../../..');

type DevPagesOptions = {
  server: Server;
  /** Called after a file of the apps was saved. */
  onSaved: () => void;
  /** True for a file whose change restarts the product. */
  restartsProduct: (file: string) => boolean;
};

/** Serves both apps from their sources. These servers go on while the product restarts. */
export async function openDevPages({ server, onSaved, restartsProduct }: DevPagesOptions) {
  let isFaultShown = false;
  const reportSavedFile = () => {
    onSaved();
    if (isFaultShown) reloadPages();
    isFaultShown = false;
  };
  const startVite = (name: string) =>
    createServer({
      root: join(APPS_FOLDER, name),
      // Named here, because vite would take the configuration of the folder in which the command runs
      configFile: join(APPS_FOLDER, name, 'vite.config.ts'),
      configLoader: 'native',
      appType: 'custom',
      plugins: [
        {
          name: 'note-saved',
          hotUpdate({ file }) {
            reportSavedFile();
            // Without this, the browser would load the page at once, and again when the product has started
            const shouldWaitForRestart = this.environment.name === 'client' && restartsProduct(file);
            return shouldWaitForRestart ? [] : undefined;
          },
        },
      ],
      server: {
        middlewareMode: true,
        hmr: { server },
        // Logs in the terminal why the scripts of a page failed to start
        forwardConsole: { unhandledErrors: true, logLevels: ['error'] },
      },
    });
  const [web, admin] = await Promise.all([startVite('web'), startVite('admin')]);
  const webModuleRunner = createServerModuleRunner(web.environments.ssr, { hmr: false });
  const loadRenderer = async (): Promise<PageRenderer> => {
    const { createRenderer } = await webModuleRunner.import<PageBundle>('/src/entry-server.tsx');
    return createRenderer();
  };
  const reloadPages = () => {
    for (const { ws } of [web, admin]) ws.send({ type: 'full-reload' });
  };

  /** Renders with the latest sources. When they have a fault, the page shows it. */
  const renderPage: PageRenderer['render'] = async (request, context) => {
    try {
      const renderedPage = await (await loadRenderer()).render(request, context);
      throwRenderError(await renderedPage.text());
      return renderedPage;
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
        // Vite adds the prefix itself, so it is removed here
        request.url = url;
        next(error);
      });
    },
    loadApps: async (): Promise<BuiltWebAndAdmin> => ({
      renderer: { ...(await loadRenderer()), render: renderPage },
      admin: {
        files: globSync('src/routes/**/*.tsx', { cwd: join(APPS_FOLDER, 'admin') }),
        html: async (page, url) =>
          admin.transformIndexHtml(url, await readFile(join(APPS_FOLDER, 'admin', page), 'utf8')),
      },
    }),
  };
}

const RENDER_ERROR_PREFIX = 'Switched to client rendering because the server rendering errored:';

/** Throws the error that React wrote into the page next to a part that it could not render. */
function throwRenderError(html: string): void {
  const htmlParser = new Parser({
    onattribute(name, value) {
      if (name === 'data-stck' && value.startsWith(RENDER_ERROR_PREFIX))
        throw value.slice(RENDER_ERROR_PREFIX.length).trim();
    },
  });
  htmlParser.end(html);
}

/** Takes only the message of Vite's own errors, which also contain the whole source. */
export const describeFault = (fault: unknown): string =>
  fault instanceof Error && fault.stack ? fault.stack : String(fault);

export const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** Writes a page with the fault. Vite loads it again once there is something else to see. */
export function writeFaultPage(fault: unknown): string {
  const faultText = escapeXml(stripVTControlCharacters(describeFault(fault)));
  return `<!DOCTYPE html><title>npm run dev</title><script type="module" src="/@vite/client"></script><pre>${faultText}</pre>`;
}
