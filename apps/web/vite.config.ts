import { contentTypeOfKey } from '@institute/contract';
import { browserFloors, toBuildTargets } from '@institute/ui/browser-floors';
import { alias, plugins } from '@institute/ui/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig } from 'vite';

const define = { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) };

const hashCharacters = 'base36';

// Each part is smaller than the request for it, and a page that needs one leads to others that do
const partsOfForms =
  /\/(?:last-reference|submission-key|until-taken|use-sending|sms-codes|sent-registrations|registrations\.constants)\.tsx?$|\/icons\/(?:circle-x|circle-question-mark|hourglass)\.mjs$/;
const partsOfItems = /\/(?:back-link|preview-banner)\.tsx?$|\/icons\/(?:check|calendar-clock)\.mjs$/;
// Documents of applicants have these fields too, and none of the forms' other parts
const partsOfFields = /\/(?:textarea|radios|progress)\.tsx$/;
const partsOfAsks = /\/(?:ask-list|asks\.constants)\.tsx?$/;
// Every page loads both, the registration some of it sooner
const partsAfterLoad = /\/(?:offline-support|visited-pages|service-worker\/store|notice-bar|old-pages)\.ts$/;
const partsOfWaiting = /\/(?:late-parts|saved-state)\.ts$/;

export default defineConfig(({ command }) => ({
  define,
  plugins: [
    tanstackRouter({
      codeSplittingOptions: {
        // Skeletons belong to the first load, because they show before anything else arrives
        defaultBehavior: [['component', 'notFoundComponent'], ['errorComponent']],
      },
    }),
    ...plugins,
  ],
  resolve: { alias },
  // Keeps the bands of pattern as files: inlined they would be part of every page
  build: { assetsInlineLimit: 0, ...toBuildTargets(browserFloors.publicSite) },
  builder: {
    async buildApp({ build, environments: { client, worker, ssr } }) {
      if (client) await build(client);
      if (worker) await build(worker);
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
            // Files are expensive on a weak connection: React, the rest of the first load, what many screens share,
            // and one per screen
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, tags: ['$initial'] },
                { name: 'first', tags: ['$initial'] },
                { name: 'shared', minShareCount: 6 },
                { name: 'waiting', test: partsOfWaiting },
                { name: 'afterLoad', test: partsAfterLoad },
                { name: 'forms', test: partsOfForms, minShareCount: 2 },
                { name: 'fields', test: partsOfFields, minShareCount: 2 },
                { name: 'asks', test: partsOfAsks },
                { name: 'items', test: partsOfItems, minShareCount: 2 },
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
