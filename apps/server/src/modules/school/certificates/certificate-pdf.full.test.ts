import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readFragment } from '@institute/contract/certificate-fragment';
import { toClaims } from '@institute/contract/certificates.constants';
import { defaultColors } from '@institute/contract/look';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPdfLines } from '../../../testing/files/pdf-text.ts';
import {
  countInk,
  type Picture,
  readQrCode,
  renderFirstPage,
  renderPages,
} from '../../../testing/files/rendered-pdf.ts';
import { samplePaper, toJws } from '../../../testing/files/sample-paper.ts';
import { type PrintJob, writeCertificatePdf } from './certificate-pdf.ts';

const publicUrl = 'https://institute.example';
const paper = samplePaper;
type Changes = Partial<PrintJob['papers'][number]>;
const redPng = () =>
  sharp({ create: { width: 600, height: 170, channels: 3, background: '#700' } })
    .png()
    .toBuffer();
const writePdf = async (job: Partial<PrintJob>, ...papers: Changes[]) =>
  buffer(
    await writeCertificatePdf({
      papers: papers.map((one) => ({ ...paper, ...one })),
      publicUrl,
      colors: defaultColors,
      ...job,
    }),
  );
const print = (...papers: Changes[]) => writePdf({}, ...papers);
/** Of each page. A line is of pieces that share a baseline. */
const readPages = (pdf: Buffer) =>
  [...Map.groupBy(readPdfLines(pdf), ({ page }) => page).values()].map((lines) =>
    [...Map.groupBy(lines, ({ y, text }) => `${y} ${placeOf(text)}`).values()].map((pieces) =>
      pieces.map(({ text }) => text).join(''),
    ),
  );
/** Three texts stand side by side. */
const placeOf = (text: string) => /^(?:Code|Certificate CERT|Issued on)/.exec(text)?.[0];

const SCALE = 2;
const plainPdf = await print({});
const plain = await renderFirstPage(plainPdf, SCALE);

test('the paper has every line', () => {
  expect(readPages(plainPdf)).toEqual([
    [
      'The Institute',
      'Certificate of Completion',
      'This certifies that',
      'Ann Example',
      'has completed',
      'Tailoring',
      '480 hours, 1 February 2027 to 30 June 2027',
      'Bo Example',
      'Director',
      'Code 7KQ2-M9XH-T4WZ',
      'Certificate CERT-2027-000101',
      'Issued on 2 July 2027',
      'Check that it is genuine: scan the code, or open https://institute.example/certificates/7KQ2-M9XH-T4WZ',
      'Issued by the institute.',
    ],
  ]);
});

test('a result and a second signer have lines, what is not known is left out, and a long program is cut', async () => {
  const second = { secondSignerName: 'Cy Second', secondSignerTitle: 'Head of Studies' };
  const papers: [Changes, string[]][] = [
    [{ result: 'Distinction', ...second }, ['Distinction', 'Bo ExampleCy Second', 'DirectorHead of Studies']],
    [{ endsOn: null, hours: null }, ['from 1 February 2027']],
    [{ startsOn: null, hours: 1 }, ['1 hour, until 30 June 2027']],
    [{ startsOn: null, endsOn: null, hours: 1200 }, ['1,200 hours']],
    [{ program: 'P'.repeat(70) }, [`${'P'.repeat(59)}…`]],
    // Two scripts on one line
    [{ holder: 'Ann ሰላም' }, ['Ann ሰላም']],
  ];
  const pages = readPages(await print(...papers.map(([changes]) => changes)));
  expect(pages).toEqual(papers.map(([, texts]) => expect.arrayContaining(texts)));
});

test('A4 landscape with a title, a language, embedded fonts and tags', async () => {
  const file = (await print({}, { number: 'CERT-2027-000102', holder: 'ሰላም' })).toString('latin1');
  expect(file.match(/\/MediaBox \[0 0 841\.89 595\.28\]/g)).toHaveLength(2);
  expect(file).toContain('(Certificate of Completion CERT-2027-000101 to CERT-2027-000102)');
  expect(file).toContain('/Lang (en)');
  expect(file).toContain('/DisplayDocTitle true');
  expect(file).toContain('/Marked true');
  expect(file).toMatch(/\/FontFile2/);
  expect(file).not.toContain('/BaseFont /Helvetica');
  for (const tag of ['Document', 'Sect', 'H1', 'P', 'Figure']) expect(file).toContain(`/S /${tag}`);
  expect(file).toContain('/Alt (QR code of the address that checks this certificate)');
});

const MM = 72 / 25.4;
const inkIn = (picture: Picture, [left, top, right, bottom]: [number, number, number, number]) =>
  countInk(picture, {
    left: left * SCALE,
    top: top * SCALE,
    right: right * SCALE,
    bottom: bottom * SCALE,
  });

const longest = {
  program: 'W'.repeat(60),
  result: 'W'.repeat(40),
  issuer: 'W'.repeat(300),
  signerName: 'W'.repeat(60),
  signerTitle: 'W'.repeat(60),
  secondSignerName: 'W'.repeat(60),
  secondSignerTitle: 'W'.repeat(60),
  note: 'W'.repeat(200),
};

test('the longest texts keep off the edge and each other, and the logo is once in the file', async () => {
  const logo = `data:image/png;base64,${(await redPng()).toString('base64')}`;
  const holders = ['W', 'Ŋ', 'ዓ'].map((widest) => ({ holder: widest.repeat(60), ...longest }));
  const pdf = await writePdf({ logo }, {}, ...holders);
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1);
  const pages = await renderPages(pdf, SCALE);
  expect(pages).toHaveLength(4);
  for (const [place, picture] of pages.entries()) {
    const width = picture.width / SCALE;
    const height = picture.height / SCALE;
    const edge = 12 * MM;
    for (const strip of [
      [0, 0, width, edge],
      [0, height - edge, width, height],
      [0, 0, edge, height],
      [width - edge, 0, width, height],
    ] as [number, number, number, number][]) {
      expect(inkIn(picture, strip)).toBe(0);
    }
    // The logo, above the name of the institute
    expect(inkIn(picture, [400, 60, 440, 100])).toBeGreaterThan(500);
    // Room for a stamp beside the first signature
    const left = (23 + 56 + 1) * MM;
    expect(inkIn(picture, [left, 390, left + 40 * MM, 484])).toBe(0);
    if (place === 0) continue;
    expect(inkIn(picture, [60, 220, width - 60, 260])).toBeGreaterThan(500);
    for (const margin of [48, width - 60]) expect(inkIn(picture, [margin, 220, margin + 12, 260])).toBe(0);
  }
});

const longClaims = {
  code: paper.code,
  number: paper.number,
  holder: 'A'.repeat(60),
  program: 'B'.repeat(60),
  result: 'C'.repeat(40),
  hours: 10_000,
  from: '2027-02-01',
  to: '2027-06-30',
  issuedOn: '2027-07-02',
};

const CODES = 2;

/** As a camera sees the corner that has the code. */
async function photograph(pdf: Buffer): Promise<Buffer> {
  const { data, width, height } = await renderFirstPage(pdf, 150 / 72);
  const left = Math.floor((width * 2) / 3);
  const top = Math.floor(height / 2);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .extract({ left, top, width: width - left, height: height - top })
    .blur(1)
    .jpeg({ quality: 60 })
    .toBuffer();
}

async function readEnlarged(jpeg: Buffer, times: number): Promise<string | undefined> {
  const { width } = await sharp(jpeg).metadata();
  const { data, info } = await sharp(jpeg)
    .resize({ width: width * times })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (await readQrCode({ data, width: info.width, height: info.height }))?.text;
}

test('ZBar reads the longest QR codes from a blurred JPEG of 150 dpi at one, two and three times its size', async () => {
  for (let code = 0; code < CODES; code += 1) {
    const jws = toJws(toClaims(longClaims, publicUrl), randomBytes(64));
    const jpeg = await photograph(await print({ jws }));
    const texts = await Promise.all([1, 2, 3].map((times) => readEnlarged(jpeg, times)));
    const address = `${publicUrl}/certificates/7KQ2-M9XH-T4WZ`;
    expect(
      texts.map((text) => text?.split('#')[0]),
      jws,
    ).toEqual([address, address, address]);
    for (const text of texts) expect(readFragment(text?.split('#')[1] ?? '', paper.code)).toBe(jws);
  }
});

test('the dark square of the QR code has 40 mm', async () => {
  const mm = ((await readQrCode(plain))?.width ?? 0) / SCALE / MM;
  expect(mm).toBeGreaterThan(39.5);
  expect(mm).toBeLessThan(40.5);
});

test('a preview has a mark across it', async () => {
  const marked = await writePdf({ isPreview: true }, {});
  const [lines = []] = readPages(plainPdf);
  expect(readPages(marked)).toEqual([[...lines, 'Preview']]);
  const { data } = await renderFirstPage(marked, SCALE);
  const changed = data.filter((dot, at) => dot !== plain.data[at]).length;
  expect(changed / data.length).toBeGreaterThan(0.03);
});

test('the same certificates give the same bytes', async () => {
  expect(await print({})).toEqual(plainPdf);
});

/** Dots of this colour, give or take what the edges of lines mix. */
function countDots({ data }: Picture, colour: [number, number, number]): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (colour.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 12)) count += 1;
  }
  return count;
}

test('the frame and the name have the colours of the institute', async () => {
  const colors = { main: '#8f1d2e', accent: '#0a7f80' };
  const own = await renderFirstPage(await writePdf({ colors }, {}), SCALE);
  expect(countDots(own, [0x8f, 0x1d, 0x2e])).toBeGreaterThan(500);
  expect(countDots(own, [0x0f, 0x5a, 0x43])).toBe(0);
  expect(countDots(plain, [0x0f, 0x5a, 0x43])).toBeGreaterThan(500);
});
