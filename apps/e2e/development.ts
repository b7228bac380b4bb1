import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawnServer } from '../server/src/testing/processes/server-process.ts';
import { commonSettings, type Product, untilReady } from './product.ts';
import { copyTemplate, emptyFolder } from './template.ts';

export interface Development extends Product {
  /** All that it printed. */
  readLog: () => string;
  /** Replaces a text in a file of its copy. Returns a function that puts the file back. */
  edit: (file: string, from: string, to: string) => () => void;
}

const root = resolve(import.meta.dirname, '../..');
const COPIED = ['apps/admin', 'apps/server', 'apps/web', 'package.json', 'tsconfig.base.json'];
/** What builds and earlier starts have made. */
const MADE = /[\\/]apps[\\/]\w+[\\/](?:dist|releases|\.turbo|node_modules[\\/]\.vite)$/;

/**
 * What `npm run dev` runs, on a copy of the three apps, which a story may edit. Packages and installed modules are
 * those of the checkout. Nothing restarts the server, so a start that fails ends with what it printed.
 */
export async function startDevelopment(name: string): Promise<Development> {
  const copy = emptyFolder(`${name}-sources`);
  for (const path of COPIED) {
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (each) => !MADE.test(each) });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

  const started = spawnServer(
    join(copy, 'apps/server/src/main.ts'),
    { ...commonSettings, DATA_DIR: copyTemplate(`${name}-data`) },
    ['--dev'],
  );
  return {
    ...(await untilReady(started)),
    readLog: () => Object.values(started.output()).join('\n'),
    edit: (file, from, to) => {
      const path = join(copy, file);
      const before = readFileSync(path, 'utf8');
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${file} has no "${from}"`);
      writeFileSync(path, after);
      return () => writeFileSync(path, before);
    },
  };
}
