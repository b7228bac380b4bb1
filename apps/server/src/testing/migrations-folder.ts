import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

const PACKAGES = resolve(import.meta.dirname, '../../../../node_modules');

/** An empty folder outside the sources, whose migrations find the installed packages. */
export function migrationsFolder(): ReturnType<typeof temporaryFolder> {
  const { path: parent, remove } = temporaryFolder();
  symlinkSync(PACKAGES, join(parent, 'node_modules'), 'junction');
  const path = join(parent, 'migrations');
  mkdirSync(path);
  return { path, remove };
}
