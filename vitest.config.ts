import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { contentTypeOfKey } from './packages/contract/src/index.ts';

const browserTests = {
  environment: 'happy-dom',
  globalSetup: 'packages/ui/write-routes.ts',
  setupFiles: 'packages/ui/src/testing/components.ts',
};

export default defineConfig({
  plugins: [react()],
  define: { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) },
  test: {
    // Tests of the full run often wait: for slow mail servers and for processes that start. Stories run at the same
    // time, so more workers would only make all of them slow. Each loads all modules again.
    maxWorkers: 4,
    // Test files share the loaded modules. Loading them for each file took a fifth of the server's time, two
    // thirds of the components'
    isolate: false,
    // Long limits: they catch a test that hangs, not a busy machine
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/processes/cluster.ts',
          setupFiles: 'apps/server/src/testing/app/between-files.ts',
          // Node reads the server's sources as it does when the product runs, so Vite need not transform them
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Each app has its own workers, because a test that cuts the network cuts it for all
      { test: { name: 'office', include: ['apps/admin/**/*.test.tsx'], ...browserTests } },
      { test: { name: 'components', include: ['{apps/web,packages}/**/*.test.tsx'], ...browserTests } },
      {
        test: {
          name: 'others',
          include: ['{apps/!(server),packages,infra}/**/*.test.{ts,mjs}'],
          globalSetup: 'packages/ui/write-routes.ts',
        },
      },
    ],
  },
});
