import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeOfKey } from '@institute/contract';
import { browserFloors, toBuildTargets } from '@institute/ui/browser-floors';
import { alias, plugins } from '@institute/ui/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const pagePath = (name: string) => join(import.meta.dirname, name);

const sharedHead: Plugin = {
  name: 'shared-head',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('<!-- head.html -->', () => readFileSync(pagePath('head.html'), 'utf8')),
  },
};

export default defineConfig(({ command }) => ({
  // The built files are beside those of the public site. In development each app has its own server.
  base: command === 'serve' ? '/admin/' : '/',
  define: { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) },
  plugins: [tanstackRouter({ autoCodeSplitting: true }), ...plugins, sharedHead],
  resolve: { alias },
  build: {
    outDir: 'dist/client',
    manifest: true,
    assetsInlineLimit: 0,
    ...toBuildTargets(browserFloors.office),
    rolldownOptions: {
      input: [pagePath('index.html'), pagePath('sign-in.html')],
      output: {
        entryFileNames: 'assets/admin-[hash:7].js',
        chunkFileNames: 'assets/admin-[hash:7].js',
        // The fonts are the same files as those of the public site.
        assetFileNames: ({ names: [name] }) =>
          name?.endsWith('.css') ? 'assets/admin-[hash:7].css' : 'assets/[name]-[hash][extname]',
        // One file for what every screen needs, one for what several share, one with the forms' schemas.
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'] },
            { name: (id, modules) => (needsSchemas(id, modules) ? null : 'shared'), minShareCount: 3 },
            { name: 'schemas', minShareCount: 3 },
          ],
        },
      },
    },
  },
}));

function needsSchemas(id: string, modules: Rolldown.ChunkingContext): boolean {
  const found = new Set([id]);
  for (const one of found) {
    if (one.includes('/node_modules/zod/')) return true;
    for (const next of modules.getModuleInfo(one)?.importedIds ?? []) found.add(next);
  }
  return false;
}
