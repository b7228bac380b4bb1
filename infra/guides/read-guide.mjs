import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/checkout.mjs';

export function readGuide(name) {
  const folder = join(root, 'docs/guides', name);
  return {
    name,
    folder,
    text: readFileSync(`${folder}.md`, 'utf8'),
    lines: Object.entries(JSON.parse(readFileSync(join(folder, 'lines.json'), 'utf8'))),
    /** New files, which the guide's folder holds as they are. */
    files: globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: folder }),
  };
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
