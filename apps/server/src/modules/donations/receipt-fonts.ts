import { fileURLToPath } from 'node:url';

type Weight = 'regular' | 'bold';
type Document = PDFKit.PDFDocument;

const faces: { letters: RegExp; files: Record<Weight, () => string> }[] = [
  {
    // a standard PDF font, so it is not embedded
    letters: /[\n\x20-\x7e\xa0-\xff€‘’“”–—•…]/,
    files: { regular: () => 'Helvetica', bold: () => 'Helvetica-Bold' },
  },
  {
    letters: /[\p{Script=Ethiopic}]/u,
    files: {
      regular: () => ethiopic(400),
      bold: () => ethiopic(700),
    },
  },
  {
    letters:
      /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Arabic}\p{sc=Hebrew}\p{M}\p{P}]/u,
    files: { regular: () => dejaVu('DejaVuSans'), bold: () => dejaVu('DejaVuSans-Bold') },
  },
];

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(name));
const dejaVu = (name: string) => fileOf(`dejavu-fonts-ttf/ttf/${name}.ttf`);
const ethiopic = (weight: number) =>
  fileOf(`@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-${weight}-normal.woff2`);

interface Run {
  face: number;
  text: string;
}

/** Splits the text into runs of one font. Unknown characters become question marks. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1);
    const known = faces.findIndex(({ letters }) => letters.test(letter));
    const stays = last && last.face > 0 && faces[last.face]?.letters.test(letter);
    const face = stays || (last && letter === ' ') ? last.face : Math.max(known, 0);
    const shown = known < 0 ? '?' : letter;
    if (last?.face === face) last.text += shown;
    else runs.push({ face, text: shown });
  }
  return runs;
}

/** Ascent of Helvetica relative to the font size. It gives all fonts of a line the same baseline. */
const ASCENT = 0.718;

export function write(
  pdf: Document,
  text: string,
  {
    size,
    weight = 'regular',
    x = pdf.x,
    y = pdf.y,
  }: { size: number; weight?: Weight; x?: number; y?: number },
): void {
  const runs = runsOf(text);
  for (const [place, { face, text: piece }] of runs.entries()) {
    pdf.font(faces[face]?.files[weight]() ?? 'Helvetica', size);
    const options = { continued: place < runs.length - 1, baseline: -ASCENT * size };
    if (place === 0) pdf.text(inReadingOrder(piece), x, y, options);
    else pdf.text(inReadingOrder(piece), options);
  }
}

const toTheLeft = String.raw`[\p{sc=Arabic}\p{sc=Hebrew}]+`;
const leftward = new RegExp(`${toTheLeft}(?: ${toTheLeft})+`, 'gu');

/** Uses no-break spaces, because PDFKit reverses characters only within a word. */
const inReadingOrder = (text: string) => text.replace(leftward, (words) => words.replaceAll(' ', '\xa0'));
