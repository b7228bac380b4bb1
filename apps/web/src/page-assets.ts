import type { createRequestHandler } from '@tanstack/react-router/ssr/server';

/** What a page has to load, by route. */
export type PageAssets = Awaited<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>
>;

type Chunk = { file: string; css?: string[]; imports?: string[] };
export type BuildManifest = Record<string, Chunk>;

const ENTRY = 'src/entry-client.tsx';
const ROUTE_FILE = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** Scripts and styles by the browser build's manifest: a page preloads what its own routes need. */
export function builtAssets(manifest: BuildManifest): PageAssets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${ENTRY} is missing in the build`);
  const address = (file: string) => `/${file}`;
  const needs = (key: string): string[] => {
    const { file, imports = [] } = manifest[key] ?? {};
    return file ? [file, ...imports.flatMap(needs)] : [];
  };
  const first = new Set(needs(ENTRY));

  const routes: PageAssets['routes'] = {};
  for (const key of Object.keys(manifest)) {
    const file = ROUTE_FILE.exec(key)?.[1];
    if (file && file !== '__root') {
      const preloads = [...new Set(needs(key))].filter((chunk) => !first.has(chunk)).map(address);
      routes[routeId(file)] = { preloads };
    }
  }
  routes.__root__ = {
    preloads: [...first].map(address),
    css: (entry.css ?? []).map(address),
    // what a visitor reads and sees goes first
    scripts: [{ attrs: { type: 'module', src: address(entry.file), fetchPriority: 'low' } }],
  };
  return { routes };
}

/** `programs/index` → `/programs/`, `admin/route` → `/admin`, `index` → `/`. */
const routeId = (file: string): string => `/${file}`.replace(/\/index$/, '/').replace(/\/route$/, '');

const devScripts = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', `/${ENTRY}`];

/** Served and replaced by vite as the files change. */
export const devAssets: PageAssets = {
  routes: {
    __root__: {
      css: ['/src/styles.css'],
      scripts: devScripts.map((src) => ({ attrs: { type: 'module', src } })),
    },
  },
};
