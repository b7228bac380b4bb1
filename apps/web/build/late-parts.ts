import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildManifest } from '@institute/contract/page-bundle';

const parts = [
  'src/features/registration/delivery.ts',
  '../../packages/contract/src/api/registration-form.ts',
  'src/routes/registration/mine.tsx?tsr-split=component',
];

/** Writes the files of these parts into the service worker, which caches them with the form. */
export async function nameLateParts(folder: string): Promise<void> {
  const dist = join(import.meta.dirname, '..', folder);
  const manifest: BuildManifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const listFiles = (key: string): string[] => {
    const part = manifest[key];
    if (!part) throw new Error(`${key} is missing in the build`);
    return [part.file, ...(part.imports ?? []).flatMap(listFiles)];
  };
  const files = [...new Set(parts.flatMap(listFiles))].map((file) => `/${file}`);
  const worker = join(dist, 'sw.js');
  const text = await readFile(worker, 'utf8');
  await writeFile(worker, `self.lateParts=${JSON.stringify(files)};\n${text}`);
}
