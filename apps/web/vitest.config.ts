import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { contentTypes } from './build/content-types.ts';

export default defineConfig({
  plugins: [react()],
  define: contentTypes,
  test: {
    globalSetup: './build/routes.ts',
    // shared modules and DOM: loading them for each file took two thirds of the time
    isolate: false,
    // compressing and decoding are slow on a busy machine
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{src,build}/**/*.test.ts', '*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: '@institute/ui/testing/components.ts',
        },
      },
    ],
  },
});
