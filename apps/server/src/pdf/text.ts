import { type FontFace, splitTextByFace } from './fonts.ts';

const textColour = '#1d1b16';

/** Style and place of a text, in points. */
export interface TextLook {
  size: number;
  weight?: 'regular' | 'bold';
  colour?: string;
  x?: number;
  y?: number;
}

/** Height of capitals relative to the font size. With it all fonts in a line have the same baseline. */
const CAPITAL_HEIGHT_SHARE = 0.729;

export function writeText(
  pdf: PDFKit.PDFDocument,
  faces: readonly FontFace[],
  text: string,
  { size, weight = 'regular', colour = textColour, x = pdf.x, y = pdf.y }: TextLook,
): void {
  pdf.fillColor(colour);
  const textRuns = splitTextByFace(text, faces);
  for (const [place, { face, text: piece }] of textRuns.entries()) {
    pdf.font(face.files[weight], size);
    const textOptions = { continued: place < textRuns.length - 1, baseline: -CAPITAL_HEIGHT_SHARE * size };
    if (place === 0) pdf.text(joinRightToLeftWords(piece), x, y, textOptions);
    else pdf.text(joinRightToLeftWords(piece), textOptions);
  }
}

interface LineLook extends TextLook {
  align: 'left' | 'center';
  x: number;
  y: number;
  /** Width in points. A text that is wider is written smaller. */
  width: number;
}

/** Writes a single line, which does not move the place of the next text. */
export function writeLine(
  pdf: PDFKit.PDFDocument,
  faces: readonly FontFace[],
  text: string,
  { size, weight = 'regular', colour = textColour, align, x, y, width }: LineLook,
): void {
  const runs = splitTextByFace(text, faces).map(({ face, text: piece }) => ({
    font: face.files[weight],
    piece: joinRightToLeftWords(piece),
  }));
  const pieceWidths = runs.map(({ font, piece }) => pdf.font(font, size).widthOfString(piece));
  const lineWidth = pieceWidths.reduce((sum, each) => sum + each, 0);
  const widthScale = Math.min(1, width / lineWidth);
  let nextRunX = align === 'center' ? x + (width - lineWidth * widthScale) / 2 : x;
  for (const [place, { font, piece }] of runs.entries()) {
    pdf
      .font(font, size * widthScale)
      .fillColor(colour)
      .text(piece, nextRunX, y, { lineBreak: false, baseline: -CAPITAL_HEIGHT_SHARE * size });
    nextRunX += (pieceWidths[place] ?? 0) * widthScale;
  }
}

const rightToLeftRun = String.raw`[\p{sc=Arabic}\p{sc=Hebrew}]+`;
const rightToLeftWords = new RegExp(`${rightToLeftRun}(?: ${rightToLeftRun})+`, 'gu');

/**
 * Puts no-break spaces between words of right-to-left scripts, because PDFKit reverses characters only within a word.
 */
const joinRightToLeftWords = (text: string) =>
  text.replace(rightToLeftWords, (words) => words.replaceAll(' ', '\xa0'));
