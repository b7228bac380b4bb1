/// <reference path="../fontkit.d.ts" />
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { withoutEmoji } from '../printable.ts';

export interface Face {
  font: Pick<Font, 'hasGlyphForCodePoint'>;
  files: Record<'regular' | 'bold', string>;
}

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(name));
const dejaVu = (name: string) => fontFile(`dejavu-fonts-ttf/ttf/${name}.ttf`);
const ethiopicFont = (weight: number) =>
  fontFile(`@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-${weight}-normal.woff2`);

/**
 * A document embeds only the letters that it needs. The first font has Latin, Greek, Cyrillic, Arabic and
 * Hebrew.
 */
const files: Face['files'][] = [
  { regular: dejaVu('DejaVuSans'), bold: dejaVu('DejaVuSans-Bold') },
  { regular: ethiopicFont(400), bold: ethiopicFont(700) },
];

let opened: Promise<Face[]> | undefined;

export function openFaces(): Promise<Face[]> {
  opened ??= import('fontkit').then(({ openSync }) =>
    files.map((each) => ({ font: openSync(each.regular), files: each })),
  );
  return opened;
}

interface Run {
  face: Face;
  text: string;
}

const isLetter = /[\p{L}\p{N}]/u;

/** Splits the text into runs of one font. Letters of no font become question marks, other signs are left out. */
export function splitByFace(text: string, faces: readonly Face[]): Run[] {
  const runs: Run[] = [];
  for (const letter of withoutEmoji(text.normalize('NFC'))) {
    const code = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const stays = last && (/\s/.test(letter) || last.face.font.hasGlyphForCodePoint(code));
    const known = stays ? last.face : faces.find(({ font }) => font.hasGlyphForCodePoint(code));
    const face = known ?? last?.face ?? faces[0];
    const shown = known || /\s/.test(letter) ? letter : isLetter.test(letter) ? '?' : '';
    if (!face || !shown) continue;
    if (last?.face === face) last.text += shown;
    else runs.push({ face, text: shown });
  }
  return runs;
}
