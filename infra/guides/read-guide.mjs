import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/checkout.mjs';

function readGuideFiles(name) {
  const guideFolder = join(root, 'docs/guides', name);
  return {
    name,
    folder: guideFolder,
    text: readFileSync(`${guideFolder}.md`, 'utf8'),
    /** Files of the guide's folder, which are copied as they are. */
    files: globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: guideFolder }),
  };
}

export function readGuide(name) {
  const guideContent = readGuideFiles(name);
  const addedLinesByName = Object.entries(
    JSON.parse(readFileSync(join(guideContent.folder, 'lines.json'), 'utf8')),
  );
  return { ...guideContent, lines: addedLinesByName };
}

/** Reads a guide for another country. `statements` come first in the migration. */
export function readCountryGuide() {
  const guide = readGuideFiles('another-country');
  const [, statements] = /```ts\n(.*?)\n *```/s.exec(guide.text);
  return { ...guide, statements };
}

/** Reads the pieces of a guide. Its `lines.json` says before which line each piece stands. */
export function readCodePieces(name) {
  const guide = readGuide(name);
  const codePieces = guide.lines.map(([, { file, lines, before }]) => ({
    file,
    piece: lines.join('\n').trimEnd(),
    before,
  }));
  return { ...guide, pieces: codePieces };
}
