import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'institute-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const IMPORTED = resolve(import.meta.dirname, '../../database/backfills');
const PACKAGES = resolve(import.meta.dirname, '../../../../../node_modules');

/** An empty folder outside the sources. Migrations in it find what they import. */
export function migrationsFolder(): ReturnType<typeof temporaryFolder> {
  const { path: parent, remove } = temporaryFolder();
  symlinkSync(PACKAGES, join(parent, 'node_modules'), 'junction');
  symlinkSync(IMPORTED, join(parent, basename(IMPORTED)), 'junction');
  const path = join(parent, 'migrations');
  mkdirSync(path);
  return { path, remove };
}
