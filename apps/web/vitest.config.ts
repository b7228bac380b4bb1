import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{src,pictures,build}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: './build/routes.ts',
    // compressing and decoding take their time on a busy machine
    testTimeout: 60_000,
  },
});
