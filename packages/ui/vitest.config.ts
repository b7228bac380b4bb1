import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { testProjects } from './src/testing/projects.ts';

export default defineConfig({
  plugins: [react()],
  test: {
    // shared modules and DOM: loading them for each file took two thirds of the time
    isolate: false,
    projects: testProjects,
  },
});
