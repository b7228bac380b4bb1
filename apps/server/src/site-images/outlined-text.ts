import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

const resolveFont = (name: string) => fileURLToPath(import.meta.resolve(name));
/** The font of the site's headings, then those for other scripts. The first font with the letter is used. */
const listFontFiles = (weight: 500 | 700) => [
  ...['latin', 'latin-ext'].map((set) =>
    resolveFont(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${set}-${weight}-normal.woff2`),
  ),
  resolveFont(`dejavu-fonts-ttf/ttf/DejaVuSans${weight === 700 ? '-Bold' : ''}.ttf`),
  resolveFont(`@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-${weight}-normal.woff2`),
];

export type Fonts = Record<'heading' | 'text', Font[]>;

/** Takes no fonts from the machine, which may have none. */
export async function openFonts(): Promise<Fonts> {
  const { openSync } = await import('fontkit');
  const openFaces = (weight: 500 | 700) => listFontFiles(weight).map((file) => openSync(file));
  return { heading: openFaces(700), text: openFaces(500) };
}

const emojiPattern = /\p{RGI_Emoji}/gv;

/** The fonts have no emoji. */
export const removeEmoji = (text: string): string =>
  text.search(emojiPattern) < 0 ? text : text.replace(emojiPattern, '').replace(/ {2,}/g, ' ').trim();

interface TextRun {
  font: Font;
  text: string;
}

function splitRuns(text: string, fonts: readonly Font[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const letter of removeEmoji(text.normalize('NFC'))) {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((one) => one.hasGlyphForCodePoint(code));
    const last = runs.at(-1);
    // Spaces stay with the letters before them
    if (last && (letter === ' ' || font === last.font)) last.text += letter;
    else if (font) runs.push({ font, text: letter });
    else if (last) last.text += '?';
  }
  return runs;
}

/** In pixels. */
export const measureWidth = (text: string, fonts: readonly Font[], size: number): number =>
  splitRuns(text, fonts).reduce(
    (width, { font, text: run }) => width + (font.layout(run).advanceWidth / font.unitsPerEm) * size,
    0,
  );

/** SVG. `y` is the baseline. */
export function drawOutlines(
  text: string,
  { fonts, size, x, y, fill }: { fonts: readonly Font[]; size: number; x: number; y: number; fill: string },
): string {
  let at = x;
  const paths: string[] = [];
  for (const { font, text: run } of splitRuns(text, fonts)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run);
    for (const [place, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[place] ?? {};
      const left = at + xOffset * scale;
      const base = y - yOffset * scale;
      paths.push(
        `<path transform="translate(${left.toFixed(2)} ${base.toFixed(2)}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`,
      );
      at += xAdvance * scale;
    }
  }
  return `<g fill="${fill}">${paths.join('')}</g>`;
}

export function breakLines(
  text: string,
  { fonts, size, width, most }: { fonts: readonly Font[]; size: number; width: number; most: number },
): string[] {
  const fitsWidth = (line: string) => measureWidth(line, fonts, size) <= width;
  const lines: string[] = [];
  let rest = text.split(/\s+/).filter(Boolean);
  while (rest.length > 0 && lines.length < most) {
    let count = 1;
    while (count < rest.length && fitsWidth(rest.slice(0, count + 1).join(' '))) count += 1;
    lines.push(rest.slice(0, count).join(' '));
    rest = rest.slice(count);
  }
  const isCut = rest.length > 0;
  return lines.map((line, at) => cutLine(line, fitsWidth, isCut && at === lines.length - 1));
}

function cutLine(line: string, fits: (line: string) => boolean, isCut: boolean): string {
  if (!isCut && fits(line)) return line;
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
