import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

const resolveFont = (name: string) => fileURLToPath(import.meta.resolve(name));
/**
 * Lists the font files: that of the site's headings, then those for other scripts. A letter is set in the first font
 * that has it.
 */
const listFontFiles = (weight: 500 | 700) => [
  ...['latin', 'latin-ext'].map((set) =>
    resolveFont(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${set}-${weight}-normal.woff2`),
  ),
  resolveFont(`dejavu-fonts-ttf/ttf/DejaVuSans${weight === 700 ? '-Bold' : ''}.ttf`),
  resolveFont(`@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-${weight}-normal.woff2`),
];

export type Fonts = Record<'heading' | 'text', Font[]>;

/** Opens fonts from our own files, because the machine may have none. */
export async function openFonts(): Promise<Fonts> {
  const { openSync } = await import('fontkit');
  const openFaces = (weight: 500 | 700) => listFontFiles(weight).map((file) => openSync(file));
  return { heading: openFaces(700), text: openFaces(500) };
}

const emojiPattern = /\p{RGI_Emoji}/gv;

/** Removes emoji, which no font here has. */
export const removeEmoji = (text: string): string =>
  text.search(emojiPattern) < 0 ? text : text.replace(emojiPattern, '').replace(/ {2,}/g, ' ').trim();

interface TextRun {
  font: Font;
  text: string;
}

function splitTextRuns(text: string, fonts: readonly Font[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const letter of removeEmoji(text.normalize('NFC'))) {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((one) => one.hasGlyphForCodePoint(code));
    const lastRun = runs.at(-1);
    // A space stays with the letters before it
    if (lastRun && (letter === ' ' || font === lastRun.font)) lastRun.text += letter;
    else if (font) runs.push({ font, text: letter });
    else if (lastRun) lastRun.text += '?';
  }
  return runs;
}

/** Measures the width of a text in pixels. */
export const measureWidth = (text: string, fonts: readonly Font[], size: number): number =>
  splitTextRuns(text, fonts).reduce(
    (width, { font, text: run }) => width + (font.layout(run).advanceWidth / font.unitsPerEm) * size,
    0,
  );

/** Draws a text as SVG paths. `y` is the baseline. */
export function drawOutlines(
  text: string,
  { fonts, size, x, y, fill }: { fonts: readonly Font[]; size: number; x: number; y: number; fill: string },
): string {
  let letterX = x;
  const glyphPaths: string[] = [];
  for (const { font, text: run } of splitTextRuns(text, fonts)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run);
    for (const [place, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[place] ?? {};
      const glyphX = letterX + xOffset * scale;
      const baselineY = y - yOffset * scale;
      glyphPaths.push(
        `<path transform="translate(${glyphX.toFixed(2)} ${baselineY.toFixed(2)}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`,
      );
      letterX += xAdvance * scale;
    }
  }
  return `<g fill="${fill}">${glyphPaths.join('')}</g>`;
}

export function breakLines(
  text: string,
  { fonts, size, width, most }: { fonts: readonly Font[]; size: number; width: number; most: number },
): string[] {
  const fitsWidth = (line: string) => measureWidth(line, fonts, size) <= width;
  const lines: string[] = [];
  let restWords = text.split(/\s+/).filter(Boolean);
  while (restWords.length > 0 && lines.length < most) {
    let wordCount = 1;
    while (wordCount < restWords.length && fitsWidth(restWords.slice(0, wordCount + 1).join(' ')))
      wordCount += 1;
    lines.push(restWords.slice(0, wordCount).join(' '));
    restWords = restWords.slice(wordCount);
  }
  const isCut = restWords.length > 0;
  return lines.map((line, at) => cutLineToWidth(line, fitsWidth, isCut && at === lines.length - 1));
}

function cutLineToWidth(line: string, fits: (line: string) => boolean, isCut: boolean): string {
  if (!isCut && fits(line)) return line;
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
