import { defineConfig } from 'vitest/config';

// decoding every image takes long on a busy machine
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 } });
