import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'institute-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const PACKAGES = resolve(import.meta.dirname, '../../../../node_modules');

/** An empty folder outside the sources. Migrations in it find the installed packages. */
export function migrationsFolder(): ReturnType<typeof temporaryFolder> {
  const { path: parent, remove } = temporaryFolder();
  symlinkSync(PACKAGES, join(parent, 'node_modules'), 'junction');
  const path = join(parent, 'migrations');
  mkdirSync(path);
  return { path, remove };
}
