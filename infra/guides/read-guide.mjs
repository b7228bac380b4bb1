import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/checkout.mjs';

function readFiles(name) {
  const folder = join(root, 'docs/guides', name);
  return {
    name,
    folder,
    text: readFileSync(`${folder}.md`, 'utf8'),
    /** Files that the guide's folder holds as they are. */
    files: globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: folder }),
  };
}

export function readGuide(name) {
  const guide = readFiles(name);
  const lines = Object.entries(JSON.parse(readFileSync(join(guide.folder, 'lines.json'), 'utf8')));
  return { ...guide, lines };
}

/** `statements` stand first in the migration. */
export function readCountryGuide() {
  const guide = readFiles('another-country');
  const [, statements] = /```ts\n(.*?)\n *```/s.exec(guide.text);
  return { ...guide, statements };
}

/** Reads the pieces of a guide whose `lines.json` says before which line each stands. */
export function readPieces(name) {
  const guide = readGuide(name);
  const pieces = guide.lines.map(([, { file, lines, before }]) => ({
    file,
    piece: lines.join('\n').trimEnd(),
    before,
  }));
  return { ...guide, pieces };
}
