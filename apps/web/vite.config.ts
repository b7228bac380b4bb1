import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      quoteStyle: 'single',
      semicolons: true,
      autoCodeSplitting: true,
      // skeletons stay in the first load: they must show before anything else has arrived
      codeSplittingOptions: { defaultBehavior: [['component'], ['errorComponent'], ['notFoundComponent']] },
    }),
    react(),
    tailwindcss(),
    precompress(),
  ],
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      if (client) await build(client);
      if (ssr) await build(ssr);
    },
  },
  environments: {
    client: {
      build: { outDir: 'dist/client', manifest: true, rolldownOptions: { input: 'src/entry-client.tsx' } },
    },
    ssr: {
      // one file: it starts fast, and React is the production one whatever the environment says
      resolve: { noExternal: true },
      build: { outDir: 'dist/server', rolldownOptions: { input: 'src/entry-server.tsx' } },
    },
  },
});
