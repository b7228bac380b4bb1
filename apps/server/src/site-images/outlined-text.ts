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

export type FontsByUse = Record<'heading' | 'text', Font[]>;

/** Opens fonts from our own files, because the machine may have none. */
export async function openFonts(): Promise<FontsByUse> {
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
  const textRuns: TextRun[] = [];
  for (const letter of removeEmoji(text.normalize('NFC'))) {
    const letterCodePoint = letter.codePointAt(0) ?? 0;
    const fontForLetter = fonts.find((one) => one.hasGlyphForCodePoint(letterCodePoint));
    const lastRun = textRuns.at(-1);
    // A space stays with the letters before it
    if (lastRun && (letter === ' ' || fontForLetter === lastRun.font)) lastRun.text += letter;
    else if (fontForLetter) textRuns.push({ font: fontForLetter, text: letter });
    else if (lastRun) lastRun.text += '?';
  }
  return textRuns;
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
  let nextRunX = x;
  const glyphPaths: string[] = [];
  for (const { font, text: run } of splitTextRuns(text, fonts)) {
    const fontUnitScale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run);
    for (const [place, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[place] ?? {};
      const glyphX = nextRunX + xOffset * fontUnitScale;
      const baselineY = y - yOffset * fontUnitScale;
      glyphPaths.push(
        `<path transform="translate(${glyphX.toFixed(2)} ${baselineY.toFixed(2)}) scale(${fontUnitScale} ${-fontUnitScale})" d="${glyph.path.toSVG()}"/>`,
      );
      nextRunX += xAdvance * fontUnitScale;
    }
  }
  return `<g fill="${fill}">${glyphPaths.join('')}</g>`;
}

export function breakLines(
  text: string,
  { fonts, size, width, most }: { fonts: readonly Font[]; size: number; width: number; most: number },
): string[] {
  const isLineFitting = (line: string) => measureWidth(line, fonts, size) <= width;
  const brokenLines: string[] = [];
  let wordsLeft = text.split(/\s+/).filter(Boolean);
  while (wordsLeft.length > 0 && brokenLines.length < most) {
    let wordCount = 1;
    while (wordCount < wordsLeft.length && isLineFitting(wordsLeft.slice(0, wordCount + 1).join(' ')))
      wordCount += 1;
    brokenLines.push(wordsLeft.slice(0, wordCount).join(' '));
    wordsLeft = wordsLeft.slice(wordCount);
  }
  const isCut = wordsLeft.length > 0;
  return brokenLines.map((line, at) =>
    cutLineToWidth(line, isLineFitting, isCut && at === brokenLines.length - 1),
  );
}

function cutLineToWidth(line: string, fits: (line: string) => boolean, isCut: boolean): string {
  if (!isCut && fits(line)) return line;
  const keptLetters = [...line];
  while (keptLetters.length > 1 && !fits(`${keptLetters.join('').trimEnd()}…`)) keptLetters.pop();
  return `${keptLetters.join('').trimEnd()}…`;
}
