import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { adminGroups } from './build/admin-groups.ts';
import { contentTypes } from './build/content-types.ts';
import { nameLateParts } from './build/late-parts.ts';
import { precompress } from './build/precompress.ts';
import { publicTree } from './build/public-tree.ts';
import { zodWithoutEval } from './build/zod-without-eval.ts';

const smallParts =
  /\/ui\/src\/(?:badge|card|empty-state|image-source|media|page-hero|responsive-image|section|select\.)|\/icons\/(?:arrow-right|chevron-|external-link|play)|\/useQuery\.js|\/intakes\.constants/;
const listParts = /\/src\/(?:lists\/|api\/use-pages)|\/ui\/src\/(?:search-|video-)/;
const formParts =
  /\/src\/(?:api\/(?:posted|submission-key|until-taken)|age\.|registrations\.constants)|\/ui\/src\/(?:alert\.|busy-note|checkbox|form-outcome|progress|radios|textarea)|\/icons\/(?:circle-check|info)|\/useMutation\.js/;
// one file: all are needed after the first load only, and the form needs some of them too
const offlineParts =
  /\/src\/(?:offline-support|features\/(?:offline\/visited-pages|registration\/saved-database|translation\/languages))/;

export default defineConfig(({ command, mode }) => ({
  define: contentTypes,
  plugins: [
    tanstackRouter({
      codeSplittingOptions: {
        // skeletons belong to the first load, because they must show before anything else arrives
        defaultBehavior: [['component'], ['errorComponent'], ['notFoundComponent']],
      },
    }),
    react(),
    tailwindcss(),
    zodWithoutEval,
    publicTree,
  ],
  resolve: {
    alias: [
      // React itself has had this since 18
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^(?:\.\.?\/)+createLucideIcon\.mjs$/,
        replacement: fileURLToPath(import.meta.resolve('@institute/ui/icon.ts')),
      },
    ],
  },
  // keeps the bands of pattern as files: inlined they would be part of every page
  build: { assetsInlineLimit: 0 },
  builder: {
    async buildApp({ build, environments: { client, worker, ssr } }) {
      if (client) await build(client);
      if (worker) await build(worker);
      await nameLateParts('dist/client');
      // This takes a quarter of the build's time, so other modes skip it.
      if (mode === 'production') await precompress('dist/client');
      if (ssr) await build(ssr);
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // otherwise every visitor's first page would contain the file lists of the dashboard's screens
        modulePreload: {
          resolveDependencies: (_, files) =>
            files.some((file) => /\/admin-/.test(file))
              ? files.filter((file) => file.endsWith('.css'))
              : files,
        },
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: {
            // the first page lists every file of the site, so file names are short
            chunkFileNames: ({ moduleIds }) =>
              moduleIds.some((id) => /\/admin/.test(id)) ? 'assets/admin-[hash:7].js' : 'assets/[hash:7].js',
            // each additional file is expensive on a weak connection: one file for what every page needs, a
            // few for small shared parts, one for each screen. The screens of the admin area share two more.
            codeSplitting: {
              groups: [
                { name: 'core', tags: ['$initial'] },
                { name: 'parts', test: smallParts },
                { name: 'lists', test: listParts },
                { name: 'forms', test: formParts },
                { name: 'offline', test: offlineParts },
                ...adminGroups(join(import.meta.dirname, 'src/entry-client.tsx')),
              ],
            },
          },
        },
      },
    },
    // to remove the worker from every browser, build `unregister-worker.ts` instead
    worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/service-worker/service-worker.ts',
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    },
    ssr: {
      // all in one: it starts fast, and React is the production one whatever the environment says
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { ...contentTypes, 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/entry-server.tsx' },
      },
    },
  },
}));
