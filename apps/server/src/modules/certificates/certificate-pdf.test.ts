import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { pdfLines } from '../../testing/pdf-text.ts';
import { readQrCode, renderFirstPage } from '../../testing/rendered-pdf.ts';
import { certificatePdf, type PrintJob } from './certificate-pdf.ts';

const publicUrl = 'https://institute.example';
const jws = `${'h'.repeat(43)}.${'p'.repeat(387)}.${'s'.repeat(86)}`;
const paper = {
  ...{
    number: 'CERT-2027-000101',
    code: '7KQ2M9XHT4WZ',
    holder: 'Ann Example',
    program: 'Tailoring',
    hours: 480,
  },
  startsOn: '2027-02-01',
  endsOn: '2027-06-30',
  issuedOn: '2027-07-02',
  issuer: 'The Institute',
  jws,
  signerName: 'Bo Example',
  signerTitle: 'Director',
  note: 'Issued by the institute.',
  createdAt: new Date('2027-07-02T09:00:00Z'),
} satisfies PrintJob['papers'][number];
type Changes = Partial<PrintJob['papers'][number]>;
const print = async (...papers: Changes[]) =>
  buffer(await certificatePdf({ papers: papers.map((one) => ({ ...paper, ...one })), publicUrl }));
const linesOf = async (one: Changes) => pdfLines(await print(one)).map(({ text }) => text);

test('the paper has every line', async () => {
  expect(await linesOf({})).toEqual([
    ...['The Institute', 'Certificate of Completion', 'This certifies that', 'Ann Example', 'has completed'],
    ...[
      'Tailoring',
      '480 hours, 1 Feb 2027 to 30 Jun 2027',
      'Bo Example',
      'Director',
      'Issued on 2 Jul 2027',
    ],
    ...[
      'Certificate CERT-2027-000101',
      'Code 7KQ2-M9XH-T4WZ',
      'Check that it is genuine: scan the code, or open',
    ],
    ...['https://institute.example/certificates/7KQ2-M9XH-T4WZ', 'Issued by the institute.'],
  ]);
});

test.each<[Changes, string]>([
  [{ startsOn: '2027-02-01', endsOn: null, hours: null }, 'from 1 Feb 2027'],
  [{ startsOn: null, endsOn: '2027-06-30', hours: 1 }, '1 hour, until 30 Jun 2027'],
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

  const lines = pdfLines(await print({ holder: 'Ann ሰላም' }));
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

/** Widest letters: they must not run over the edge or into each other. */
test.each(['W'.repeat(60), 'Ŋ'.repeat(60), 'ዓ'.repeat(60)])(
  '60 letters of %s fit their line',
  async (holder) => {
    const scale = 1;
    const { data, width, height } = await renderFirstPage(await print({ holder }), scale);
    const isInk = (x: number, y: number) => (data[4 * (y * width + x)] ?? 255) < 128;
    const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: 40 }, (_, at) => 195 + at).some((y) => y < height && isInk(x, y)),
    );
    expect(Math.min(...columns)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...columns)).toBeLessThanOrEqual(width - 50);
  },
);

test('the QR code of the rendered page has 30 mm and holds the address with the signature', async () => {
  const scale = 4;
  const picture = await renderFirstPage(await print({}), scale);
  const code = await readQrCode(picture);
  expect(code?.text).toBe(`${publicUrl}/certificates/7KQ2-M9XH-T4WZ#${jws}`);
  const mm = ((code?.width ?? 0) / scale / 72) * 25.4;
  expect(mm).toBeGreaterThan(29.5);
  expect(mm).toBeLessThan(30.5);
});

test('the same certificates give the same bytes', async () => {
  expect(await print({})).toEqual(await print({}));
});
