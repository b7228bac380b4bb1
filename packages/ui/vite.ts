import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';

/**
 * Zod tries at its first schema whether it may compile code. The content policy forbids that, and the browser reports
 * the try. The setting must stand before any schema is made, so it goes into the module that reads it.
 */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler: (code) => ({ code: `globalThis.__zod_globalConfig = { jitless: true };\n${code}`, map: null }),
  },
};

/** For the builds of both apps, after the router's plugin. */
export const plugins = [react(), tailwindcss(), zodWithoutEval];

export const alias = [
  // React itself has had this since 18
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  {
    find: /^(?:\.\.?\/)+createLucideIcon\.mjs$/,
    replacement: fileURLToPath(new URL('src/icon.ts', import.meta.url)),
  },
];
