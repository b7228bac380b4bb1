import { contentTypeOfKey } from '@institute/contract';
import { testProjects } from '@institute/ui/testing/projects.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  define: { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) },
  test: {
    globalSetup: '@institute/ui/write-routes',
    // shared modules and DOM: loading them for each file took two thirds of the time
    isolate: false,
    // compressing and decoding are slow on a busy machine
    testTimeout: 60_000,
    projects: testProjects,
  },
});
