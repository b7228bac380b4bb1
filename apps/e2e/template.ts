import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeOwner } from './owner.ts';
import { startProduct } from './product.ts';

const isWindows = process.platform === 'win32';

/** Starts the product as a new user does. Each worker copies its data folder instead of a set-up of its own. */
export default async function makeTemplate(): Promise<() => void> {
  if (!process.env.E2E_IS_BUILT)
    execFileSync('npm', ['run', 'build'], {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: isWindows,
    });
  const folder = mkdtempSync(join(tmpdir(), 'institute-e2e-'));
  // A root's database belongs to another user.
  chmodSync(folder, 0o711);
  process.env.E2E_FOLDER = folder;
  const product = await startProduct(templateIn(folder));
  await makeOwner(product.url);
  await product.stop();
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A data folder that does not exist yet. */
export const emptyFolder = (name: string): string => join(process.env.E2E_FOLDER ?? '', name);

export function copyTemplate(name: string): string {
  const folder = process.env.E2E_FOLDER ?? '';
  const copy = emptyFolder(name);
  // Only `cp` keeps the owner of the database.
  if (isWindows) cpSync(templateIn(folder), copy, { recursive: true });
  else execFileSync('cp', ['-pR', templateIn(folder), copy]);
  return copy;
}

const templateIn = (folder: string) => join(folder, 'template');
