import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createServerModuleRunner, createServer as createVite } from 'vite';
import { describeFault, htmlHeaders, openDevPages, writeFaultPage } from './pages/dev-pages.ts';
import type { launchProduct } from './start.ts';

/** One save may write several files. */
const SETTLED_MS = 50;
/** A page that waits longer says so. */
const RESTART_WAIT_MS = 10_000;

/**
 * `npm run dev`. The process stays and listens. When a file of the server is saved, the product starts again within
 * it, on a port of its own, and requests wait. Vite runs the sources, so only what the file changes is loaded again.
 */
export async function runDevelopment(): Promise<void> {
  const closers: (() => Promise<void> | void)[] = [];
  let stopping = new AbortController();
  let publicUrl: string | undefined;
  let app: FastifyInstance | undefined;
  let fault: unknown;
  let isQueued = false;
  let isEnding = false;

  const { load, isLoaded } = await openSources(restartAfterSave);

  const front = createServer((request, response) =>
    pages.serveFiles(request, response, async () => {
      await Promise.race([running, sleep(RESTART_WAIT_MS)]);
      if (app) app.server.emit('request', request, response);
      else response.writeHead(503, htmlHeaders).end(writeFaultPage(fault ?? 'The server starts …'));
    }),
  );
  const pages = await openDevPages({
    server: front,
    onSaved: () => fault !== undefined && startAgain(),
    restartsProduct: (file) => isSource(file) && isLoaded(file),
  });
  let running = start();
  process.on('SIGINT', end).on('SIGTERM', end);
  // In production such an error ends the process; here the next save corrects it
  process.on('uncaughtException', console.error);

  async function start(): Promise<void> {
    fault = undefined;
    stopping = new AbortController();
    try {
      publicUrl ??= await listen();
      Object.assign(process.env, { PORT: '0', PUBLIC_URL: publicUrl });
      const sources = await load<{ launchProduct: typeof launchProduct }>('start.ts');
      await sources.launchProduct(loadProduct, closers, stopping.signal);
    } catch (error) {
      fault = error;
      console.error(describeFault(error));
      await stop();
    }
  }

  /** On the port of the settings. Returns the address of the site. */
  async function listen(): Promise<string> {
    const { loadConfig } = await load<typeof import('./config/config.ts')>('config/config.ts');
    const { findFreePort, changePort } =
      await load<typeof import('./http/server/port.ts')>('http/server/port.ts');
    const givenConfig = loadConfig();
    const config = changePort(givenConfig, await findFreePort(givenConfig));
    front.listen(config.port, config.host);
    await once(front, 'listening');
    return config.publicUrl;
  }

  async function loadProduct() {
    const product = await load<typeof import('./product.ts')>('product.ts');
    const buildApp: typeof product.buildApp = async (options) => {
      const built = await product.buildApp({ ...options, apps: await pages.loadApps() });
      built.addHook('onListen', async () => {
        app = built;
      });
      return built;
    };
    return { ...product, buildApp };
  }

  async function stop(): Promise<void> {
    app = undefined;
    stopping.abort();
    for (const close of closers.splice(0).reverse()) await close();
    process.removeAllListeners('unhandledRejection');
  }

  function startAgain(): void {
    if (isQueued) return;
    isQueued = true;
    running = running.then(async () => {
      await stop();
      await sleep(SETTLED_MS);
      isQueued = false;
      await start();
      pages.reload();
    });
  }

  /** Returns an empty list, so that Vite itself updates nothing. */
  function restartAfterSave(file: string): [] {
    if (isSource(file)) startAgain();
    return [];
  }

  async function end(): Promise<void> {
    // npm repeats a Ctrl-C that the terminal has already sent
    if (isEnding) return;
    isEnding = true;
    await stop();
    process.exit();
  }
}

const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.test.ts');

/** The files of the server, as Vite reads them anew after a save. */
async function openSources(onSaved: (file: string) => []) {
  const vite = await createVite({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    plugins: [{ name: 'start-again', hotUpdate: ({ file }) => onSaved(file) }],
    server: { middlewareMode: true, ws: false },
  });
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const load = <Module>(file: string): Promise<Module> => runner.import(`/src/${file}`);
  // MikroORM loads migrations with it
  Object.assign(globalThis, { dynamicImportProvider: (id: string) => runner.import(id) });
  return {
    load,
    isLoaded: (file: string) => vite.environments.ssr.moduleGraph.getModulesByFile(file) !== undefined,
  };
}
