import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['{docker,guides,scripts}/**/*.test.mjs'], testTimeout: 60_000, hookTimeout: 120_000 },
});
