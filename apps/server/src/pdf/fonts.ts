/// <reference path="./fontkit.d.ts" />
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

type Weight = 'regular' | 'bold';

export interface Face {
  fonts: Pick<Font, 'hasGlyphForCodePoint'>[];
  files: Record<Weight, string>;
}

const resolveFontFile = (name: string) => fileURLToPath(import.meta.resolve(name));
const nameFontFiles = (toName: (weight: 400 | 700) => string): Face['files'] => ({
  regular: resolveFontFile(toName(400)),
  bold: resolveFontFile(toName(700)),
});

// PDFKit breaks the outlines of WOFF2 (foliojs/pdfkit#1004)
const ethiopicFace = nameFontFiles(
  (weight) => `@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-${weight}-normal.woff`,
);
/** Latin, Greek, Cyrillic, Arabic and Hebrew. */
const sansFaces = nameFontFiles(
  (weight) => `dejavu-fonts-ttf/ttf/DejaVuSans${weight === 700 ? '-Bold' : ''}.ttf`,
);

// A typeface for print, in one file per script
const serifFaces = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'].map(
  (part) =>
    nameFontFiles((weight) => `@fontsource/eb-garamond/files/eb-garamond-${part}-${weight}-normal.woff`),
);

/** The first face with a letter is used. A document embeds only the letters that it needs. */
const faceStyles = {
  sans: openOnce([sansFaces, ethiopicFace]),
  serif: openOnce([...serifFaces, sansFaces, ethiopicFace]),
};

export const openFaces = (style: keyof typeof faceStyles = 'sans'): Promise<Face[]> => faceStyles[style]();

function openOnce(files: readonly Face['files'][]): () => Promise<Face[]> {
  let opened: Promise<Face[]> | undefined;
  return () => {
    opened ??= openFiles(files);
    return opened;
  };
}

/** In turns, because each font holds up requests. */
async function openFiles(files: readonly Face['files'][]): Promise<Face[]> {
  const { openSync } = await import('fontkit');
  const faces: Face[] = [];
  for (const each of files) {
    await nextTurn();
    faces.push({ fonts: Object.values(each).map((file) => openSync(file)), files: each });
  }
  return faces;
}

interface TextRun {
  face: Face;
  text: string;
}

const isSpace = (letter: string) => /^\s+$/.test(letter);

const hasLetter = ({ fonts }: Face, letter: string): boolean =>
  [...letter].every((sign) => fonts.every((font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)));

const letterSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** With its marks, which only a font that has both can place. */
const splitLetters = (text: string): string[] =>
  Array.from(letterSegmenter.segment(text.normalize('NFC')), ({ segment }) => segment);

/** Splits the text into runs of one face. Letters that no face has are left out. */
export function splitByFace(text: string, faces: readonly Face[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const letter of splitLetters(text)) {
    const last = runs.at(-1);
    const face = isSpace(letter) ? (last?.face ?? faces[0]) : faces.find((one) => hasLetter(one, letter));
    if (!face) continue;
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}

/** The letters that no face has, each once. */
export const findUnprintable = (text: string, faces: readonly Face[]): string[] => [
  ...new Set(
    splitLetters(text).filter((letter) => !isSpace(letter) && !faces.some((face) => hasLetter(face, letter))),
  ),
];

/** Removes the letters that no face has. */
export const removeUnprintable = (text: string, faces: readonly Face[]): string =>
  splitByFace(text, faces)
    .map((run) => run.text)
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s,]+|\s+$/g, '');
