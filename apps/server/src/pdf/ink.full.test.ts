import { buffer } from 'node:stream/consumers';
import { defaultColors } from '@institute/contract/look';
import { expect, test } from 'vitest';
import { type PrintJob, writeCertificatePdf } from '../modules/school/certificates/certificate-pdf.ts';
import { type Line, readPdfLines } from '../testing/files/pdf-text.ts';
import { countInk, type Picture, renderPages } from '../testing/files/rendered-pdf.ts';
import { samplePaper } from '../testing/files/sample-paper.ts';
import { scriptNames } from '../testing/guarantees/script-names.ts';
import { writeReceiptPdf } from './receipt-pdf.ts';

const institute = {
  name: 'The Institute',
  address: 'Kampala',
  phones: [],
  emails: [],
  colors: defaultColors,
};
const receipt = {
  heading: 'Receipt',
  ending: 'With thanks.',
  institute,
  number: 'FEE-2027-000001',
  issuedAt: new Date('2027-07-02T09:00:00Z'),
  proofUrl: 'https://institute.example/receipts/7KQ2M9XHT4WZB6RN3DVF8PJCEY',
};
const publicUrl = 'https://institute.example';
const certificates = async (pages: Partial<PrintJob['papers'][number]>[]) =>
  buffer(
    await writeCertificatePdf({
      papers: pages.map((page) => ({ ...samplePaper, ...page })),
      publicUrl,
      colors: defaultColors,
    }),
  );

/** Each prints the names, on a page or on a line of their own. */
const papers: [string, (names: string[]) => Promise<Buffer>, times?: number][] = [
  [
    'certificate in bold and regular',
    (names) => certificates(names.map((name) => ({ holder: name, signerTitle: name }))),
    2,
  ],
  ['receipt in bold', (names) => writeReceiptPdf({ ...receipt, facts: names.map((name) => ['1', name]) })],
  ['receipt in regular', (names) => writeReceiptPdf({ ...receipt, facts: names.map((name) => [name, '1']) })],
  [
    'receipt of A5',
    (names) => writeReceiptPdf({ ...receipt, size: 'a5', facts: names.map((name) => ['1', name]) }),
  ],
  [
    'receipt on a roll',
    (names) => writeReceiptPdf({ ...receipt, size: 'roll', facts: names.map((name) => ['1', name]) }),
  ],
  [
    'counter-receipt',
    (names) => writeReceiptPdf({ ...receipt, proofUrl: undefined, facts: names.map((name) => ['1', name]) }),
  ],
];

const SCALE = 2;
/** Dots of a letter at this scale. The thinnest has more. */
const LEAST_INK = 12;

const lettersOf = (text: string) => [...text.normalize('NFD')].filter((letter) => letter.trim());

/** The pieces of each line that has all letters of the name, and no others. */
function findName(name: string, lines: Line[]): Line[][] {
  const letters = new Set(lettersOf(name));
  const ofName = lines.filter(({ text }) => text && lettersOf(text).every((letter) => letters.has(letter)));
  return [...Map.groupBy(ofName, ({ page, y }) => `${page} ${y}`).values()].filter(
    (pieces) => new Set(pieces.flatMap(({ text }) => lettersOf(text))).size === letters.size,
  );
}

/** In the box of a piece, for each letter. */
function inkOf({ x, y, size, text }: Line, picture: Picture): number {
  const count = lettersOf(text).length;
  const bottom = picture.height - (y - 0.3 * size) * SCALE;
  const left = x * SCALE;
  const right = (x + size * count) * SCALE;
  return countInk(picture, { left, right, top: bottom - 1.3 * size * SCALE, bottom }) / count;
}

test.each(papers)('a name of each script has ink on a %s', async (_, print, times = 1) => {
  const pdf = await print(scriptNames.map(([, name]) => name));
  const lines = readPdfLines(pdf);
  const pages = await renderPages(pdf, SCALE);
  const withInk = scriptNames.filter(([, name]) => {
    const found = findName(name, lines);
    const pieces = found.flat().filter(({ text }) => text.trim());
    return (
      found.length === times &&
      pieces.every((piece) => {
        const picture = pages[piece.page];
        return picture && inkOf(piece, picture) > LEAST_INK;
      })
    );
  });
  expect(withInk).toEqual(scriptNames);
});
