import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
/** As deep as the folder of a release, from which the bundle runs. */
const release = join(root, 'releases/id');

/** Where the bundle is, as a source sees its own place, since sources read files that stand beside them. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.(?:dirname|url)/ },
    handler(code, id) {
      const path = (of: string) => JSON.stringify(relative(release, of).replaceAll('\\', '/'));
      const moved = code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${path(dirname(id))})`)
        .replaceAll('import.meta.url', `new URL(${path(id)}, import.meta.url).href`);
      // the lines stay where they are
      return { code: moved, map: null };
    },
  },
};

/** Lists the bundled sources. A start compares their times with that of the release (`launch.mjs`). */
const listedSources: Plugin = {
  name: 'listed-sources',
  generateBundle() {
    const sources = [...this.getModuleIds()].filter(
      (id) => /\.[tj]s$/.test(id) && !id.includes('node_modules'),
    );
    const names = [...sources, join(root, '../../package-lock.json')].map((path) => relative(release, path));
    this.emitFile({ type: 'asset', fileName: 'sources.json', source: JSON.stringify(names.sort()) });
  },
};

/** Node keeps a source in half the memory when every character of it is ASCII. */
const oneByteText: Plugin = {
  name: 'one-byte-text',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** Bundles the product with its packages: a start reads a few files instead of two thousand. */
export default defineConfig({
  plugins: [ownPlaces, listedSources, oneByteText],
  ssr: {
    noExternal: true,
    // with binaries or files of their own, or loaded only when they are needed
    external: [
      '@mikro-orm/migrations',
      '@node-rs/argon2',
      '@zxcvbn-ts/language-common',
      'fontkit',
      'ioredis',
      'nodemailer',
      'pdfkit',
      'pg-native',
      'sharp',
      'vite',
    ],
    // the files that Node itself would load
    resolve: { conditions: ['node'], mainFields: ['main'] },
  },
  build: {
    ssr: 'src/main.ts',
    target: 'node26',
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    // all in one folder
    rolldownOptions: {
      output: {
        chunkFileNames: '[name]-[hash].js',
        sourcemapPathTransform: (source, map) => relative(release, resolve(dirname(map), source)),
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
});
