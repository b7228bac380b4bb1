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
const print = async (...papers: Changes[]) =>
  buffer(
    await writeCertificatePdf({
      papers: papers.map((one) => ({ ...paper, ...one })),
      publicUrl,
      colors: defaultColors,
    }),
  );
/** Each line is of pieces that share a baseline. */
const linesOf = async (one: Changes) =>
  [...Map.groupBy(readPdfLines(await print(one)), ({ y, text }) => `${y} ${placeOf(text)}`).values()].map(
    (pieces) => pieces.map(({ text }) => text).join(''),
  );
/** Three texts stand side by side. */
const placeOf = (text: string) => /^(?:Code|Certificate CERT|Issued on)/.exec(text)?.[0];

test('the paper has every line', async () => {
  expect(await linesOf({})).toEqual([
    ...['The Institute', 'Certificate of Completion', 'This certifies that', 'Ann Example', 'has completed'],
    ...[
      'Tailoring',
      '480 hours, 1 February 2027 to 30 June 2027',
      'Bo Example',
      'Director',
      'Code 7KQ2-M9XH-T4WZ',
    ],
    ...['Certificate CERT-2027-000101', 'Issued on 2 July 2027'],
    'Check that it is genuine: scan the code, or open https://institute.example/certificates/7KQ2-M9XH-T4WZ',
    'Issued by the institute.',
  ]);
});

test('a result and a second signer have lines of their own', async () => {
  const lines = await linesOf({
    result: 'Distinction',
    secondSignerName: 'Cy Second',
    secondSignerTitle: 'Head of Studies',
  });
  for (const text of ['Distinction', 'Bo ExampleCy Second', 'DirectorHead of Studies']) {
    expect(lines).toContain(text);
  }
});

test.each<[Changes, string]>([
  [{ startsOn: '2027-02-01', endsOn: null, hours: null }, 'from 1 February 2027'],
  [{ startsOn: null, endsOn: '2027-06-30', hours: 1 }, '1 hour, until 30 June 2027'],
  [{ startsOn: null, endsOn: null, hours: 1200 }, '1,200 hours'],
])('what is not known is left out: %j', async (fields, text) => {
  expect(await linesOf(fields)).toContain(text);
});

test('a program that is longer than its line is cut', async () => {
  expect(await linesOf({ program: 'P'.repeat(70) })).toContain(`${'P'.repeat(59)}…`);
});

test.each([
  ['Luganda', 'Nnamuŋŋooŋa Kyaŋŋa'],
  ['Amharic', 'ሰላም ዓለም'],
  ['Russian', 'Иван Петров'],
])('every letter of a name in %s can be read back', async (_, holder) => {
  expect(await linesOf({ holder })).toContain(holder);
});

test('an Arabic name is printed from right to left, and one of two scripts on one line', async () => {
  const holder = 'محمد عبد الرحمن';
  const [words = ''] = (await linesOf({ holder })).filter((text) => /\p{sc=Arabic}/u.test(text));
  const sorted = (text: string) => [...text].filter((letter) => letter.trim()).sort();
  expect(sorted(words)).toEqual(sorted(holder));

  const lines = readPdfLines(await print({ holder: 'Ann ሰላም' }));
  const [latin, other] = ['Ann ', 'ሰላም'].map((part) => lines.find(({ text }) => text === part)?.y);
  expect(latin).toBeGreaterThan(0);
  expect(other).toBe(latin);
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
const inkIn = (
  picture: Picture,
  scale: number,
  [left, top, right, bottom]: [number, number, number, number],
) =>
  countInk(picture, { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale });
const logo = `data:image/png;base64,${(await redPng()).toString('base64')}`;
const longest = {
  holder: 'W'.repeat(60),
  program: 'W'.repeat(60),
  result: 'W'.repeat(40),
  issuer: 'W'.repeat(300),
  signerName: 'W'.repeat(60),
  signerTitle: 'W'.repeat(60),
  secondSignerName: 'W'.repeat(60),
  secondSignerTitle: 'W'.repeat(60),
  note: 'W'.repeat(200),
};

/** Widest letters: they must not run over the edge or into each other. */
test.each(['W'.repeat(60), 'Ŋ'.repeat(60), 'ዓ'.repeat(60)])(
  '60 letters of %s fit their line',
  async (holder) => {
    const picture = await renderFirstPage(await print({ holder }), 1);
    const { width } = picture;
    expect(inkIn(picture, 1, [60, 220, width - 60, 260])).toBeGreaterThan(500);
    for (const left of [48, width - 60]) expect(inkIn(picture, 1, [left, 220, left + 12, 260])).toBe(0);
  },
);

test.each([{}, longest])('nothing is within 12 mm of the edge, and a stamp has room: %j', async (changes) => {
  const papers = [{ ...paper, ...changes }];
  const pdf = await buffer(await writeCertificatePdf({ papers, publicUrl, logo, colors: defaultColors }));
  const scale = 2;
  const picture = await renderFirstPage(pdf, scale);
  const [width, height, edge] = [picture.width / scale, picture.height / scale, 12 * MM];
  for (const strip of [
    [0, 0, width, edge],
    [0, height - edge, width, height],
    [0, 0, edge, height],
    [width - edge, 0, width, height],
  ] as [number, number, number, number][]) {
    expect(inkIn(picture, scale, strip)).toBe(0);
  }
  // Beside the first signature
  const left = (23 + 56 + 1) * MM;
  expect(inkIn(picture, scale, [left, 390, left + 40 * MM, 484])).toBe(0);
});

test('the logo of the institute stands above its name, once in the file', async () => {
  const pdf = await buffer(
    await writeCertificatePdf({ papers: [paper, paper, paper], publicUrl, logo, colors: defaultColors }),
  );
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1);
  const [first, , third] = await renderPages(pdf, 1);
  for (const page of [first, third]) {
    expect(page && countInk(page, { left: 400, right: 440, top: 60, bottom: 100 })).toBeGreaterThan(500);
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

const CODES = 4;

/** As a camera sees the corner that has the code. */
async function photograph(pdf: Buffer): Promise<Buffer> {
  const { data, width, height } = await renderFirstPage(pdf, 150 / 72);
  const [left, top] = [Math.floor((width * 2) / 3), Math.floor(height / 2)];
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
  const scale = 4;
  const code = await readQrCode(await renderFirstPage(await print({}), scale));
  const mm = (code?.width ?? 0) / scale / MM;
  expect(mm).toBeGreaterThan(39.5);
  expect(mm).toBeLessThan(40.5);
});

test('a preview has a mark across it', async () => {
  const job = { papers: [{ ...paper, jws: null }], publicUrl, colors: defaultColors };
  const marked = await buffer(await writeCertificatePdf({ ...job, isPreview: true }));
  const texts = readPdfLines(marked).map(({ text }) => text);
  expect(texts).toEqual([...(await linesOf({ jws: null })), 'Preview']);
  const [without, withMark] = [
    await renderFirstPage(await print({ jws: null }), 1),
    await renderFirstPage(marked, 1),
  ];
  const changed = withMark.data.filter((dot, at) => dot !== without.data[at]).length;
  expect(changed / withMark.data.length).toBeGreaterThan(0.03);
});

test('the same certificates give the same bytes', async () => {
  expect(await print({})).toEqual(await print({}));
});

/** Dots of this colour, give or take what the edges of lines mix. */
async function countDots(colors: PrintJob['colors'], colour: [number, number, number]): Promise<number> {
  const pdf = await buffer(await writeCertificatePdf({ papers: [paper], publicUrl, colors }));
  const { data } = await renderFirstPage(pdf, 2);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (colour.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 12)) count += 1;
  }
  return count;
}

test('the frame and the name have the colours of the institute', async () => {
  const own = { main: '#8f1d2e', accent: '#0a7f80' };
  expect(await countDots(own, [0x8f, 0x1d, 0x2e])).toBeGreaterThan(500);
  expect(await countDots(own, [0x0f, 0x5a, 0x43])).toBe(0);
  expect(await countDots(defaultColors, [0x0f, 0x5a, 0x43])).toBeGreaterThan(500);
});
