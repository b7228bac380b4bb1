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
    /** New files, which stand beside the guide as they are. */
    files: globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: folder }),
  };
}

/** Of a guide whose lines say before what they stand. */
export function readPieces(name) {
  const guide = readGuide(name);
  const pieces = guide.lines.map(([, { file, lines, before }]) => ({
    file,
    piece: lines.join('\n').trimEnd(),
    before,
  }));
  return { ...guide, pieces };
}
