import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Section } from './report.ts';

const root = resolve(import.meta.dirname, '../../..');
type Kind = { isProduction: boolean };

/** Folders that `npm ci` installs on this machine, in production `npm ci --omit=dev`. */
export function listInstalled({ isProduction }: Kind): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean; link?: boolean }>(packages)
    .filter(([name, { dev, link }]) => name.includes('node_modules/') && !link && !(isProduction && dev))
    .map(([name]) => join(root, name))
    .filter((folder) => existsSync(folder));
}

/**
 * Bytes, because the number of blocks depends on the disk. Packages inside count by themselves. The package of
 * Node links its binary to that of a package inside, so a file with two names counts once.
 */
export function installedMb(kind: Kind): number {
  const packages = new Set(listInstalled({ isProduction: false }));
  const counted = new Set<number>();
  const countBytes = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return packages.has(path) ? sum : sum + countBytes(path);
      const { ino, size } = lstatSync(path);
      if (counted.has(ino)) return sum;
      counted.add(ino);
      return sum + size;
    }, 0);
  return listInstalled(kind).reduce((sum, folder) => sum + countBytes(folder), 0) / 1e6;
}

export const measureInstallation = async (): Promise<Section> => ({
  title: 'Installation',
  text: 'The packages that `npm ci` and `npm ci --omit=dev` install on this machine.',
  figures: [
    { name: 'installation', value: installedMb({ isProduction: false }), unit: 'MB', atMost: 1000 },
    {
      name: 'installation without what develops it',
      value: installedMb({ isProduction: true }),
      unit: 'MB',
      atMost: 350,
    },
  ],
});
