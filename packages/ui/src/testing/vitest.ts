import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// A busy machine answers late
const patient = { poll: { timeout: 60_000 } };

/** Rules run in Node, components in a DOM. */
export const browserTests = (define: Record<string, string> = {}, globalSetup: string[] = []) =>
  defineConfig({
    plugins: [react()],
    define,
    test: {
      globalSetup,
      // Shared modules and DOM: loading them for each file took two thirds of the time
      isolate: false,
      // Compressing and decoding are slow on a busy machine
      testTimeout: 120_000,
      hookTimeout: 120_000,
      projects: [
        {
          extends: true,
          test: { name: 'unit', include: ['{src,build}/**/*.test.ts', '*.test.ts'], expect: patient },
        },
        {
          extends: true,
          test: {
            name: 'components',
            include: ['src/**/*.test.tsx'],
            expect: patient,
            environment: 'happy-dom',
            setupFiles: '@institute/ui/testing/components.ts',
          },
        },
      ],
    },
  });
