import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './checkout.mjs';

const MOST_MB = 350;
/** Files that npm installs and the set-up has removed from this tree (`unread-files.mjs`): 74 MB, rounded up. */
const REMOVED_MB = 75;

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** What `npm ci --omit=dev` installs on this machine. */
const installed = Object.entries(packages)
  .filter(
    ([name, { dev, link }]) =>
      name.includes('node_modules/') && !dev && !link && existsSync(join(root, name)),
  )
  .map(([name]) => name);

/** The disk that a package takes, without those inside it, which the list names by themselves. */
function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum;
    const path = join(folder, entry.name);
    return sum + lstatSync(path).blocks * 512 + (entry.isDirectory() ? bytesOf(path) : 0);
  }, 0);
}

test('an installation without development tools takes at most 350 MB', () => {
  const megabytes = installed.reduce((sum, name) => sum + bytesOf(join(root, name)), 0) / 2 ** 20;
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes + REMOVED_MB).toBeLessThanOrEqual(MOST_MB);
});

test('what the pages are built from is not part of it', () => {
  const names = installed.map((name) => name.replace(/.*node_modules\//, ''));
  expect(names).toContain('fastify');
  for (const tool of ['react', 'react-dom', 'lucide-react', 'vite', 'turbo', 'node', '@biomejs/biome']) {
    expect(names).not.toContain(tool);
  }
});
