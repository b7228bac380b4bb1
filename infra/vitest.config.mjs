import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{checkers,deploy,docker,guides,scripts,versioning}/**/*.test.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
