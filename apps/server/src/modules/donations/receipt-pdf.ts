import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Site } from '@institute/contract';
import { encode } from 'uqr';

interface Receipt {
  heading: string;
  ending: string;
  institute: Pick<Site['institute'], 'name' | 'address' | 'phones' | 'emails'>;
  number: string;
  issuedAt: Date;
  facts: [label: string, value: string][];
  proofUrl?: string;
  banner: string | undefined;
}

const ink = '#1d1b16';
const muted = '#5f5a50';
const green = '#0f5a43';
const sun = '#f2a71b';
const MARGIN = 56;
const LABEL_WIDTH = 140;
const QR_SIZE = 110;

/** The same receipt always gives the same bytes. */
export async function receiptPdf({
  heading,
  ending,
  institute,
  number,
  issuedAt,
  facts,
  banner,
  proofUrl,
}: Receipt): Promise<Buffer> {
  // loaded on demand, because the start does not need it
  const { default: PDFDocument } = await import('pdfkit');
  const title = `${heading} ${number}`;
  const info = { Title: title, Author: institute.name, CreationDate: issuedAt, ModDate: issuedAt };
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: 'en' });
  const file = buffer(pdf);

  pdf.rect(0, 0, pdf.page.width, 12).fill(green).rect(0, 12, pdf.page.width, 4).fill(sun);
  if (banner) {
    pdf.moveDown(1).fillColor('#b8431d');
    write(pdf, banner, { size: 14, weight: 'bold' });
  }
  pdf.moveDown(1).fillColor(ink);
  write(pdf, institute.name, { size: 18, weight: 'bold' });
  pdf.fillColor(muted);
  for (const line of [institute.address, institute.phones.join(', '), institute.emails[0] ?? '']) {
    write(pdf, line, { size: 10 });
  }
  pdf.moveDown(3).fillColor(ink);
  write(pdf, heading, { size: 26, weight: 'bold' });
  pdf.moveDown(1);
  for (const [label, value] of facts) {
    const { y } = pdf;
    pdf.fillColor(muted);
    write(pdf, label, { size: 12, x: MARGIN, y });
    pdf.fillColor(ink);
    write(pdf, value, { size: 12, weight: 'bold', x: MARGIN + LABEL_WIDTH, y });
    pdf.moveDown(0.6);
  }
  pdf.moveDown(2).fillColor(ink);
  write(pdf, ending, { size: 12, x: MARGIN });
  if (proofUrl) writeProof(pdf, proofUrl);
  pdf.end();
  return file;
}

function writeProof(pdf: PDFKit.PDFDocument, proofUrl: string): void {
  pdf.moveDown(2);
  const { y } = pdf;
  const x = MARGIN + LABEL_WIDTH;
  drawQrCode(pdf, proofUrl, { x: MARGIN, y });
  pdf.fillColor(ink);
  write(pdf, 'Is this receipt genuine?', { size: 12, weight: 'bold', x, y: y + 24 });
  pdf.fillColor(muted);
  write(pdf, 'This address confirms its number, amount and date:', { size: 10, x });
  pdf.fillColor(ink);
  write(pdf, proofUrl, { size: 10, x });
}

/** The white page is the quiet zone. */
function drawQrCode(pdf: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const step = QR_SIZE / size;
  for (const [row, cells] of data.entries()) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (cells[column]) column += 1;
      // one rectangle for each run, because gaps between squares would show
      if (column > start) pdf.rect(x + start * step, y + row * step, (column - start) * step, step);
    }
  }
  pdf.fill('#000000');
}

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

function write(
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
