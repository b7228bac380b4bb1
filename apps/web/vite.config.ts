import { join } from 'node:path';
import { contentTypeOfKey } from '@institute/contract';
import { browserFloors, toBuildTargets } from '@institute/ui/browser-floors';
import { alias, plugins } from '@institute/ui/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig } from 'vite';
import { nameLateParts } from './build/late-parts.ts';

const smallParts =
  /\/src\/lists\/cards|\/ui\/src\/(?:badge|card|empty-state|image-source|media|page-hero|responsive-image|section|select\.)|\/icons\/(?:arrow-right|chevron-|external-link|play)|\/useQuery\.js|\/api\/(?:alumni|coaches|content|facilities|gallery|intakes|posts|programs)\.constants/;
const listParts = /\/src\/lists\/|\/ui\/src\/(?:search-|video-)/;
const formParts =
  /\/src\/(?:api\/(?:until-taken|use-sending|registrations\.constants)|fields\/fields\.constants|words\/age\.|features\/registration\/sms-codes)|\/ui\/src\/(?:alert\.|checkbox|form-outcome|progress|radios|submission-key|textarea)|\/icons\/(?:circle-check|info)/;
const registrationParts =
  /\/src\/(?:fields\/registration-fields\.|features\/registration\/(?:draft|fields)\.)/;
// One file: all are needed after the first load only, and the form needs some of them too
const offlineParts =
  /\/src\/(?:browser\/offline-support|features\/(?:offline\/visited-pages|translation\/languages))/;

const withoutInfiniteQueries = {
  find: /^\.\/infiniteQueryBehavior\.js$/,
  replacement: join(import.meta.dirname, 'build/no-infinite-queries.ts'),
};
const withoutMutations = {
  find: /^\.\/mutationCache\.js$/,
  replacement: join(import.meta.dirname, 'build/no-mutations.ts'),
};

const define = { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) };

const hashCharacters = 'base36';

export default defineConfig(({ command }) => ({
  define,
  plugins: [
    tanstackRouter({
      codeSplittingOptions: {
        // Skeletons belong to the first load, because they show before anything else arrives
        defaultBehavior: [['component'], ['errorComponent'], ['notFoundComponent']],
      },
    }),
    ...plugins,
  ],
  resolve: { alias: [...alias, withoutInfiniteQueries, withoutMutations] },
  // Keeps the bands of pattern as files: inlined they would be part of every page
  build: { assetsInlineLimit: 0, ...toBuildTargets(browserFloors.publicSite) },
  builder: {
    async buildApp({ build, environments: { client, worker, ssr } }) {
      if (client) await build(client);
      if (worker) await build(worker);
      await nameLateParts('dist/client');
      if (ssr) await build(ssr);
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: {
            // The first page lists every file of the site, so file names are short, and of letters that compress
            hashCharacters,
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            // Files are expensive on a weak connection: one for all pages, few shared ones, one per screen
            codeSplitting: {
              groups: [
                // The server uses it for every page, a browser only after a change of colours
                { name: 'look', test: /\/src\/(?:words\/look|apply-look)\./ },
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, tags: ['$initial'] },
                { name: 'core', tags: ['$initial'] },
                { name: 'parts', test: smallParts },
                { name: 'lists', test: listParts },
                { name: 'forms', test: formParts },
                { name: 'registration', test: registrationParts },
                { name: 'offline', test: offlineParts },
              ],
            },
          },
        },
      },
    },
    // To remove the worker from every browser, build `unregister-worker.ts` instead
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
      // One bundle starts fast and has the production React whatever the environment says
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { ...define, 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/entry-server.tsx',
          output: {
            // Names files as the client's build does
            hashCharacters,
            codeSplitting: false,
            // Pages contain some of its functions; the log names them
            minify: { mangle: { toplevel: false, keepNames: true } },
          },
        },
      },
    },
  },
}));
