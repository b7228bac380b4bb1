import type { BuildManifest } from '@institute/contract/page-bundle';
import type { createRequestHandler } from '@tanstack/react-router/ssr/server';

type Entry = typeof import('../entry-client.tsx');
type PageAssets = Awaited<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>
>;

const ENTRY = 'src/entry-client.tsx';
const ROUTE_FILE = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** Reads the manifest of the browser build. A page preloads the files of its own routes. */
export function builtAssets(manifest: BuildManifest): PageAssets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${ENTRY} is missing in the build`);
  const assetAddress = (file: string) => `/${file}`;
  const neededFiles = (key: string): string[] => {
    const { file, imports = [] } = manifest[key] ?? {};
    return file ? [file, ...imports.flatMap(neededFiles)] : [];
  };
  // A file comes after those that it imports
  const first = [...new Set(neededFiles(ENTRY))].reverse();

  const routes: PageAssets['routes'] = {};
  for (const key of Object.keys(manifest)) {
    const file = ROUTE_FILE.exec(key)?.[1];
    if (file && file !== '__root') {
      const preloads = [...new Set(neededFiles(key))]
        .filter((chunk) => !first.includes(chunk))
        .map(assetAddress);
      routes[routeId(file)] = { preloads };
    }
  }
  routes.__root__ = {
    preloads: first.map(assetAddress),
    css: (entry.css ?? []).map(assetAddress),
    scripts: [{ attrs: { type: 'module' }, children: `(${startPage})("${assetAddress(entry.file)}")` }],
  };
  return { routes };
}

/**
 * Runs each file in a task of its own, so that a slow phone can scroll and type in between. Without one of
 * them, the page works as the server sent it.
 */
async function startPage(entry: string) {
  try {
    for (const { href } of document.querySelectorAll<HTMLLinkElement>('[rel=modulepreload]'))
      await import(/* @vite-ignore */ href);
  } catch {
    return document.documentElement.classList.remove('scripted');
  }
  const { hydrateSite }: Entry = await import(/* @vite-ignore */ entry);
  hydrateSite();
}

const routeId = (file: string): string => `/${file}`.replace(/\/index$/, '/');

const HYDRATE = 'hydrateSite' satisfies keyof Entry;
const devScripts = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble'];

export const devAssets: PageAssets = {
  routes: {
    __root__: {
      css: ['/src/styles.css'],
      scripts: [
        ...devScripts.map((src) => ({ attrs: { type: 'module', src } })),
        { attrs: { type: 'module' }, children: `(await import('/${ENTRY}')).${HYDRATE}()` },
      ],
    },
  },
};
