import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOf } from './build/chunks.ts';
import { precompress } from './build/precompress.ts';

export default defineConfig(({ command }) => ({
  plugins: [
    tanstackRouter({
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
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: { codeSplitting: { groups: [{ name: chunkOf }] } },
        },
      },
    },
    ssr: {
      // all in one: it starts fast, and React is the production one whatever the environment says
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/entry-server.tsx' },
      },
    },
  },
}));
