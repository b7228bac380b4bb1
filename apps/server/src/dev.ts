import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createServerModuleRunner, createServer as createVite } from 'vite';
import { describeFault, htmlHeaders, openDevPages, writeFaultPage } from './pages/dev-pages.ts';
import type { launchProduct } from './start.ts';

/** Waits this long after a save, because one save may write several files. */
const WAIT_AFTER_SAVE_MS = 50;
/** A page that waits longer for the restart shows that the server is starting. */
const RESTART_WAIT_MS = 10_000;

/**
 * `npm run dev`. The process keeps listening. When a file of the server is saved, the product restarts within the
 * process, on a port of its own, while requests wait. Vite runs the sources, so only what the file changes is loaded
 * again.
 */
export async function runDevelopment(): Promise<void> {
  const closeFunctions: (() => Promise<void> | void)[] = [];
  let stopController = new AbortController();
  let publicUrl: string | undefined;
  let runningApp: FastifyInstance | undefined;
  let startFault: unknown;
  let isRestartQueued = false;
  let isProcessEnding = false;

  const { load, isLoaded } = await openSourceLoader(restartAfterSave);

  const frontServer = createServer((request, response) =>
    devPages.serveFiles(request, response, async () => {
      await Promise.race([startPromise, sleep(RESTART_WAIT_MS)]);
      if (runningApp) runningApp.server.emit('request', request, response);
      else response.writeHead(503, htmlHeaders).end(writeFaultPage(startFault ?? 'The server starts …'));
    }),
  );
  const devPages = await openDevPages({
    server: frontServer,
    onSaved: () => startFault !== undefined && restartProduct(),
    restartsProduct: (file) => isSource(file) && isLoaded(file),
  });
  let startPromise = startServer();
  process.on('SIGINT', endProcess).on('SIGTERM', endProcess);
  // In production such an error ends the process. In development the next save corrects it
  process.on('uncaughtException', console.error);

  async function startServer(): Promise<void> {
    startFault = undefined;
    stopController = new AbortController();
    try {
      publicUrl ??= await listenForRequests();
      Object.assign(process.env, { PORT: '0', PUBLIC_URL: publicUrl });
      const startModule = await load<{ launchProduct: typeof launchProduct }>('start.ts');
      await startModule.launchProduct(loadProduct, closeFunctions, stopController.signal);
    } catch (error) {
      startFault = error;
      console.error(describeFault(error));
      await stopProduct();
    }
  }

  /** Listens on the port of the settings. Returns the address of the site. */
  async function listenForRequests(): Promise<string> {
    const { loadConfig } = await load<typeof import('./config/config.ts')>('config/config.ts');
    const { findFreePort, changePort } =
      await load<typeof import('./http/server/port.ts')>('http/server/port.ts');
    const givenConfig = loadConfig();
    const configWithFreePort = changePort(givenConfig, await findFreePort(givenConfig));
    frontServer.listen(configWithFreePort.port, configWithFreePort.host);
    await once(frontServer, 'listening');
    return configWithFreePort.publicUrl;
  }

  async function loadProduct() {
    const productModule = await load<typeof import('./product.ts')>('product.ts');
    const buildApp: typeof productModule.buildApp = async (options) => {
      const builtApp = await productModule.buildApp({ ...options, apps: await devPages.loadApps() });
      builtApp.addHook('onListen', async () => {
        runningApp = builtApp;
      });
      return builtApp;
    };
    return { ...productModule, buildApp };
  }

  async function stopProduct(): Promise<void> {
    runningApp = undefined;
    stopController.abort();
    for (const closeStartedPart of closeFunctions.splice(0).reverse()) await closeStartedPart();
    process.removeAllListeners('unhandledRejection');
  }

  function restartProduct(): void {
    if (isRestartQueued) return;
    isRestartQueued = true;
    startPromise = startPromise.then(async () => {
      await stopProduct();
      await sleep(WAIT_AFTER_SAVE_MS);
      isRestartQueued = false;
      await startServer();
      devPages.reload();
    });
  }

  /** Returns an empty list, so that Vite itself updates nothing. */
  function restartAfterSave(file: string): [] {
    if (isSource(file)) restartProduct();
    return [];
  }

  async function endProcess(): Promise<void> {
    // npm repeats a Ctrl-C that the terminal has already sent to this process
    if (isProcessEnding) return;
    isProcessEnding = true;
    await stopProduct();
    process.exit();
  }
}

const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.test.ts');

/** Opens the sources of the server. Vite reads a file anew after it is saved. */
async function openSourceLoader(onSaved: (file: string) => []) {
  const vite = await createVite({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    plugins: [{ name: 'start-again', hotUpdate: ({ file }) => onSaved(file) }],
    server: { middlewareMode: true, ws: false },
  });
  const moduleRunner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const importSource = <Module>(file: string): Promise<Module> => moduleRunner.import(`/src/${file}`);
  // MikroORM imports migrations with this function
  Object.assign(globalThis, { dynamicImportProvider: (id: string) => moduleRunner.import(id) });
  return {
    load: importSource,
    isLoaded: (file: string) => vite.environments.ssr.moduleGraph.getModulesByFile(file) !== undefined,
  };
}
