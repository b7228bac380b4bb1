import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{checkers,deploy,docker,guides,scripts,versioning}/**/*.test.mjs'],
    // Long limits: they catch a test that hangs, not a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
