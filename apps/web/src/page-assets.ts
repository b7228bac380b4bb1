import type { BuildManifest } from '@institute/contract/page-bundle';
import type { createRequestHandler } from '@tanstack/react-router/ssr/server';

/** Scripts and styles by route. */
type PageAssets = Awaited<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>
>;

const ENTRY = 'src/entry-client.tsx';
/** The route tree of the admin area. The browser's entry has only the public pages. */
const WHOLE_TREE = 'src/routeTree.gen.ts';
const ROUTE_FILE = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;
/** The screens of the content resources share one route, which loads the one that its address names. */
const CONTENT_ROUTE = 'src/routes/admin/$resource.tsx?tsr-split=component';
const CONTENT_SCREEN = /^src\/features\/admin-[^/]+\/(.+)\.screen\.tsx$/;

/** Reads the manifest of the browser build. A page preloads the files of its own routes. */
export function builtAssets(manifest: BuildManifest): PageAssets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${ENTRY} is missing in the build`);
  const address = (file: string) => `/${file}`;
  const needs = (key: string): string[] => {
    const { file, imports = [] } = manifest[key] ?? {};
    return file ? [file, ...imports.flatMap(needs)] : [];
  };
  const first = new Set(needs(ENTRY));
  const adminTree = needs(WHOLE_TREE);

  const routes: PageAssets['routes'] = {};
  for (const key of Object.keys(manifest)) {
    const file = ROUTE_FILE.exec(key)?.[1];
    if (file && file !== '__root') {
      const id = routeId(file);
      const files = new Set([...needs(key), ...(id.startsWith('/admin') ? adminTree : [])]);
      const preloads = [...files].filter((chunk) => !first.has(chunk)).map(address);
      routes[id] = { preloads };
    }
    const content = CONTENT_SCREEN.exec(key)?.[1];
    if (content) {
      const files = new Set([CONTENT_ROUTE, 'src/admin-screens.ts', key].flatMap(needs));
      routes[`/admin/${content}`] = {
        preloads: [...files].filter((chunk) => !first.has(chunk)).map(address),
      };
    }
  }
  routes.__root__ = {
    preloads: [...first].map(address),
    css: (entry.css ?? []).map(address),
    // Images and styles of the page go first.
    scripts: [{ attrs: { type: 'module', src: address(entry.file), fetchPriority: 'low' } }],
  };
  return { routes };
}

/**
 * The assets for one page. The server renders nothing below `/admin` and would name the files of its frame alone; those of
 * the screen load beside them instead of after them.
 */
export function assetsOf({ routes }: PageAssets, path: string): PageAssets {
  const [frame, screen] = [routes['/admin'], routes[path === '/admin' ? '/admin/' : path]];
  if (!frame?.preloads || !screen?.preloads || !/^\/admin(?:\/|$)/.test(path)) return { routes };
  return {
    routes: { ...routes, '/admin': { preloads: [...new Set([...frame.preloads, ...screen.preloads])] } },
  };
}

/** `programs/index` → `/programs/`, `admin/route` → `/admin`, `index` → `/`. */
const routeId = (file: string): string => `/${file}`.replace(/\/index$/, '/').replace(/\/route$/, '');

const devScripts = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', `/${ENTRY}`];

/** Served by vite with hot reload. */
export const devAssets: PageAssets = {
  routes: {
    __root__: {
      css: ['/src/styles.css'],
      scripts: devScripts.map((src) => ({ attrs: { type: 'module', src } })),
    },
  },
};
