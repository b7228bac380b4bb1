import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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
const COPIED = ['apps/admin', 'apps/server', 'apps/web', 'packages', 'package.json', 'tsconfig.base.json'];
/** What builds and earlier starts have made. */
const MADE = /[\\/](?:apps|packages)[\\/][\w-]+[\\/](?:dist|releases|\.turbo|node_modules[\\/]\.vite)$/;
/** Packages of the repository, which are links to folders beside them. */
const OURS = '@institute';

/**
 * What `npm run dev` runs, on a copy of the apps and packages, which a story may edit. Installed modules are those of
 * the checkout.
 */
export async function startDevelopment(name: string): Promise<Development> {
  const copy = emptyFolder(`${name}-sources`);
  for (const path of COPIED) {
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (each) => !MADE.test(each) });
  }
  const modules = join(root, 'node_modules');
  const linked = join(copy, 'node_modules');
  mkdirSync(linked);
  for (const name of readdirSync(modules)) {
    if (name === OURS)
      cpSync(join(modules, name), join(linked, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(modules, name), join(linked, name), 'junction');
  }

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
