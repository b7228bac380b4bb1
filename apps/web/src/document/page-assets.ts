import type { BuildManifest } from '@institute/contract/page-bundle';
import type { createRequestHandler } from '@tanstack/react-router/ssr/server';

type Manifest = Awaited<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>
>;

/** Addresses of the scripts that a page of these routes needs. The entry is last. */
export type ListScripts = (routeIds: string[]) => string[];

type PageAssets = { manifest: Manifest; listScripts: ListScripts };

const ENTRY_FILE = 'src/entry-client.tsx';

/** Reads the manifest of the browser build. The router gets the styles alone; `chooseView` loads the scripts. */
export function listBuiltAssets(manifest: BuildManifest): PageAssets {
  const entryChunk = manifest[ENTRY_FILE];
  if (!entryChunk) throw new Error(`${ENTRY_FILE} is missing in the build`);
  // A file comes after those that it imports
  const listNeededFiles = (key: string): string[] => {
    const { file, imports = [] } = manifest[key] ?? {};
    return file ? [...imports.flatMap(listNeededFiles), file] : [];
  };
  const entryFiles = listNeededFiles(ENTRY_FILE).filter((file) => file !== entryChunk.file);
  const filesOfRoutes = new Map<string, string[]>();
  for (const manifestKey of Object.keys(manifest)) {
    const routeIdOfFile = findRouteId(manifestKey);
    if (routeIdOfFile) filesOfRoutes.set(routeIdOfFile, listNeededFiles(manifestKey));
  }
  const toAssetAddress = (file: string) => `/${file}`;
  return {
    manifest: { routes: { __root__: { css: (entryChunk.css ?? []).map(toAssetAddress) } } },
    listScripts: (routeIds) => {
      const scriptFiles = new Set([...entryFiles, ...routeIds.flatMap((id) => filesOfRoutes.get(id) ?? [])]);
      scriptFiles.delete(entryChunk.file);
      return [...scriptFiles, entryChunk.file].map(toAssetAddress);
    },
  };
}

/** The route whose screen has this key in the manifest. */
export function findRouteId(key: string): string | undefined {
  const routePath = /^src\/routes(\/.+)\.tsx\?tsr-split=component(?:---notFoundComponent)?$/.exec(key)?.[1];
  return routePath?.replace(/\/index$/, '/');
}

const devScripts = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble'];

export const devAssets: PageAssets = {
  manifest: {
    routes: {
      __root__: {
        css: ['/src/styles.css'],
        scripts: devScripts.map((src) => ({ attrs: { type: 'module', src } })),
      },
    },
  },
  listScripts: () => [`/${ENTRY_FILE}`],
};
