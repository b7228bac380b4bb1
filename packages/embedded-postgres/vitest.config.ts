import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // A first start runs initdb, which takes seconds on a slow machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
