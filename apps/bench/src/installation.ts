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

/** Bytes, because the number of blocks depends on the disk. Links give a file two names, and it counts once. */
export function installedMb(kind: Kind): number {
  const files = new Map<number, number>();
  for (const folder of listInstalled(kind)) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) continue;
      const { ino, size } = lstatSync(join(entry.parentPath, entry.name));
      files.set(ino, size);
    }
  }
  return [...files.values()].reduce((sum, size) => sum + size, 0) / 1e6;
}

export const measureInstallation = async (): Promise<Section> => {
  const [whole, production] = [installedMb({ isProduction: false }), installedMb({ isProduction: true })];
  return {
    title: 'Installation',
    text: 'The packages that `npm ci` and `npm ci --omit=dev` install on this machine.',
    figures: [
      { name: 'installation', value: whole, unit: 'MB', atMost: 1000 },
      { name: 'installation without what develops it', value: production, unit: 'MB', atMost: 350 },
    ],
  };
};
