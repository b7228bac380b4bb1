import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

export function makeTemporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'institute-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const IMPORTED_FOLDER = resolve(import.meta.dirname, '../../database/backfills');
const PACKAGES = resolve(import.meta.dirname, '../../../../../node_modules');

/** An empty folder outside the sources. Migrations in it find what they import. */
export function makeMigrationsFolder(): ReturnType<typeof makeTemporaryFolder> {
  const { path: parent, remove } = makeTemporaryFolder();
  symlinkSync(PACKAGES, join(parent, 'node_modules'), 'junction');
  symlinkSync(IMPORTED_FOLDER, join(parent, basename(IMPORTED_FOLDER)), 'junction');
  const path = join(parent, 'migrations');
  mkdirSync(path);
  return { path, remove };
}
