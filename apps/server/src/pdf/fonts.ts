/// <reference path="./fontkit.d.ts" />
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

type FontWeight = 'regular' | 'bold';

export interface FontFace {
  fonts: Pick<Font, 'hasGlyphForCodePoint'>[];
  files: Record<FontWeight, string>;
}

const resolveFontFile = (name: string) => fileURLToPath(import.meta.resolve(name));
const nameFontFiles = (toName: (weight: 400 | 700) => string): FontFace['files'] => ({
  regular: resolveFontFile(toName(400)),
  bold: resolveFontFile(toName(700)),
});

// WOFF files are used, because PDFKit breaks the outlines of WOFF2 (foliojs/pdfkit#1004)
const ethiopicFace = nameFontFiles(
  (weight) => `@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-${weight}-normal.woff`,
);
/** This font covers Latin, Greek, Cyrillic, Arabic and Hebrew. */
const sansFaces = nameFontFiles(
  (weight) => `dejavu-fonts-ttf/ttf/DejaVuSans${weight === 700 ? '-Bold' : ''}.ttf`,
);

// A typeface for print, which has a file for each script
const serifFaces = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'].map(
  (part) =>
    nameFontFiles((weight) => `@fontsource/eb-garamond/files/eb-garamond-${part}-${weight}-normal.woff`),
);

/** Each letter is set in the first face that has it. A document embeds only the letters that it needs. */
const openFacesByStyle = {
  sans: makeFaceOpener([sansFaces, ethiopicFace]),
  serif: makeFaceOpener([...serifFaces, sansFaces, ethiopicFace]),
};

export const openFaces = (style: keyof typeof openFacesByStyle = 'sans'): Promise<FontFace[]> =>
  openFacesByStyle[style]();

function makeFaceOpener(files: readonly FontFace['files'][]): () => Promise<FontFace[]> {
  let openedFacesPromise: Promise<FontFace[]> | undefined;
  return () => {
    openedFacesPromise ??= openFacesOfFiles(files);
    return openedFacesPromise;
  };
}

/** Opens one font in each turn of the event loop, because opening a font holds up requests. */
async function openFacesOfFiles(files: readonly FontFace['files'][]): Promise<FontFace[]> {
  const { openSync } = await import('fontkit');
  const openedFaces: FontFace[] = [];
  for (const fontFiles of files) {
    await nextTurn();
    openedFaces.push({ fonts: Object.values(fontFiles).map((file) => openSync(file)), files: fontFiles });
  }
  return openedFaces;
}

interface TextRun {
  face: FontFace;
  text: string;
}

const isSpace = (letter: string) => /^\s+$/.test(letter);

const hasFaceLetter = ({ fonts }: FontFace, letter: string): boolean =>
  [...letter].every((sign) => fonts.every((font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)));

const letterSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into letters with their marks, because only a font that has both can place them. */
const splitLetters = (text: string): string[] =>
  Array.from(letterSegmenter.segment(text.normalize('NFC')), ({ segment }) => segment);

/** Splits the text into runs that have one face each. Letters that no face has are left out. */
export function splitTextByFace(text: string, faces: readonly FontFace[]): TextRun[] {
  const textRuns: TextRun[] = [];
  for (const letter of splitLetters(text)) {
    const lastRun = textRuns.at(-1);
    const faceForLetter = isSpace(letter)
      ? (lastRun?.face ?? faces[0])
      : faces.find((one) => hasFaceLetter(one, letter));
    if (!faceForLetter) continue;
    if (lastRun?.face === faceForLetter) lastRun.text += letter;
    else textRuns.push({ face: faceForLetter, text: letter });
  }
  return textRuns;
}

/** Finds the letters that no face has. Each is named once. */
export const findUnprintable = (text: string, faces: readonly FontFace[]): string[] => [
  ...new Set(
    splitLetters(text).filter(
      (letter) => !isSpace(letter) && !faces.some((face) => hasFaceLetter(face, letter)),
    ),
  ),
];

/** Removes the letters that no face has. */
export const removeUnprintable = (text: string, faces: readonly FontFace[]): string =>
  splitTextByFace(text, faces)
    .map((run) => run.text)
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s,]+|\s+$/g, '');
