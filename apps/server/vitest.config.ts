import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/cluster.ts'],
    setupFiles: ['src/testing/between-files.ts'],
    // Tests often wait: for slow mail servers and for processes that start. With three, a quarter of two cores was idle.
    maxWorkers: 5,
    // Test files share the loaded modules, because loading the server for each file took a fifth of the time
    isolate: false,
    // Long limits: they catch a test that hangs, not a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
