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

/** Leaves out static blocks that only name the class. Safari has static blocks since version 16.4, and 15 fails on what they are lowered to. */
const radixWithoutStaticBlock: Plugin = {
  name: 'radix-without-static-block',
  transform: {
    filter: { id: /\/@radix-ui\/react-collection\// },
    handler: (code) => ({ code: code.replace(/static \{\s*__name\(this, "\w+"\);\s*\}/, ''), map: null }),
  },
};

/**
 * Writes Tailwind's styles for older browsers too. Below Chrome 104 there is only `transform`, which no
 * element needs twice. Below Chrome 108 window heights are in `vh`.
 */
const stylesForOldBrowsers: Plugin = {
  name: 'styles-for-old-browsers',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => ({
      code: code
        .replace(/(?<=[{;\s])(translate|scale):\s*([^\s;}]+)(?: ([^\s;}]+))?(?=[;}])/g, writeTransform)
        .replace(/(?<=[{;\s])rotate:\s*([^;}]+)/g, 'transform: rotate($1)')
        .replace(/(?<=transition-property:\s*)translate\b/g, 'transform')
        .replace(
          /(?<=[{;\s])[\w-]+:[^;{}]*[\d.][ds]vh\b[^;{}]*/g,
          (whole) => `${whole.replace(/(?<=\d)[ds]vh\b/g, 'vh')};${whole}`,
        ),
      map: null,
    }),
  },
};

const writeTransform = (_whole: string, name: string, x: string, y?: string) =>
  `transform: ${name}(${y ? `${x}, ${y}` : x})`;

export const plugins = [
  react(),
  tailwindcss(),
  zodWithoutEval,
  radixWithoutStaticBlock,
  stylesForOldBrowsers,
];

export const alias = [
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  {
    find: /^(?:\.\.?\/)+createLucideIcon\.mjs$/,
    replacement: fileURLToPath(new URL('src/icon.ts', import.meta.url)),
  },
];
