import { type Face, splitByFace } from './fonts.ts';

const textColour = '#1d1b16';

/** Sizes and places in points. */
export interface Look {
  size: number;
  weight?: 'regular' | 'bold';
  colour?: string;
  x?: number;
  y?: number;
}

/** Height of capitals relative to the font size. It gives all fonts of a line the same baseline. */
const FONT_ASCENT = 0.729;

export function writeText(
  pdf: PDFKit.PDFDocument,
  faces: readonly Face[],
  text: string,
  { size, weight = 'regular', colour = textColour, x = pdf.x, y = pdf.y }: Look,
): void {
  pdf.fillColor(colour);
  const runs = splitByFace(text, faces);
  for (const [place, { face, text: piece }] of runs.entries()) {
    pdf.font(face.files[weight], size);
    const options = { continued: place < runs.length - 1, baseline: -FONT_ASCENT * size };
    if (place === 0) pdf.text(toReadingOrder(piece), x, y, options);
    else pdf.text(toReadingOrder(piece), options);
  }
}

interface LineLook extends Look {
  align: 'left' | 'center';
  x: number;
  y: number;
  /** A longer text is written smaller. */
  width: number;
}

/** One line, which does not move the place of the next text. */
export function writeLine(
  pdf: PDFKit.PDFDocument,
  faces: readonly Face[],
  text: string,
  { size, weight = 'regular', colour = textColour, align, x, y, width }: LineLook,
): void {
  const runs = splitByFace(text, faces).map(({ face, text: piece }) => ({
    font: face.files[weight],
    piece: toReadingOrder(piece),
  }));
  const widths = runs.map(({ font, piece }) => pdf.font(font, size).widthOfString(piece));
  const whole = widths.reduce((sum, each) => sum + each, 0);
  const scale = Math.min(1, width / whole);
  let at = align === 'center' ? x + (width - whole * scale) / 2 : x;
  for (const [place, { font, piece }] of runs.entries()) {
    pdf
      .font(font, size * scale)
      .fillColor(colour)
      .text(piece, at, y, { lineBreak: false, baseline: -FONT_ASCENT * size });
    at += (widths[place] ?? 0) * scale;
  }
}

const rightToLeftRun = String.raw`[\p{sc=Arabic}\p{sc=Hebrew}]+`;
const rtlWords = new RegExp(`${rightToLeftRun}(?: ${rightToLeftRun})+`, 'gu');

/** Uses no-break spaces, because PDFKit reverses characters only within a word. */
const toReadingOrder = (text: string) => text.replace(rtlWords, (words) => words.replaceAll(' ', '\xa0'));
