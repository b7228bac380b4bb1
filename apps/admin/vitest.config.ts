import { contentTypeOfKey } from '@institute/contract';
import { testProjects } from '@institute/ui/testing/projects.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  define: { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) },
  test: {
    globalSetup: '@institute/ui/write-routes',
    // Test files share modules and one DOM. Creating them for each file took two thirds of the time.
    isolate: false,
    // Compressing and decoding are slow on a busy machine.
    testTimeout: 60_000,
    projects: testProjects,
  },
});
