import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';

/**
 * Zod tries to compile code with its first schema. The content policy forbids that, and the browser reports
 * the try. The setting must precede every schema, so it goes into the module that reads it.
 */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler: (code) => ({ code: `globalThis.__zod_globalConfig = { jitless: true };\n${code}`, map: null }),
  },
};

export const plugins = [react(), tailwindcss(), zodWithoutEval];

export const alias = [
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  {
    find: /^(?:\.\.?\/)+createLucideIcon\.mjs$/,
    replacement: fileURLToPath(new URL('src/icon.ts', import.meta.url)),
  },
];
