import type { Plugin } from 'vite';

/**
 * Zod tries at its first schema whether it may compile code. The content policy forbids that, and the browser reports
 * the try. The setting must stand before any schema is made, so it goes into the module that reads it.
 */
export const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler: (code) => ({ code: `globalThis.__zod_globalConfig = { jitless: true };\n${code}`, map: null }),
  },
};
