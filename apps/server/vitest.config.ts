import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/cluster.ts'],
    // they wait more than they compute: for mail servers that hang, for processes that start
    maxWorkers: 3,
    // files share what they import: to load the server anew for each took a fifth of the time
    isolate: false,
    // limits for what hangs, not for a machine that is busy
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
