import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/checkout.mjs';

function readFiles(name) {
  const folder = join(root, 'docs/guides', name);
  return {
    name,
    folder,
    text: readFileSync(`${folder}.md`, 'utf8'),
    /** Files of the guide's folder, which are copied as they are. */
    files: globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: folder }),
  };
}

export function readGuide(name) {
  const guide = readFiles(name);
  const lines = Object.entries(JSON.parse(readFileSync(join(guide.folder, 'lines.json'), 'utf8')));
  return { ...guide, lines };
}

/** Reads a guide for another country. `statements` come first in the migration. */
export function readCountryGuide() {
  const guide = readFiles('another-country');
  const [, statements] = /```ts\n(.*?)\n *```/s.exec(guide.text);
  return { ...guide, statements };
}

/** Reads the pieces of a guide. Its `lines.json` says before which line each piece stands. */
export function readPieces(name) {
  const guide = readGuide(name);
  const pieces = guide.lines.map(([, { file, lines, before }]) => ({
    file,
    piece: lines.join('\n').trimEnd(),
    before,
  }));
  return { ...guide, pieces };
}
