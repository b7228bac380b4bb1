import { defaultColors } from '@institute/contract/look';
import { expect, test } from 'vitest';
import { openFaces, splitTextByFace } from '../../../pdf/fonts.ts';
import { writeReceiptPdf } from '../../../pdf/receipt-pdf.ts';
import { readPdfLines } from '../../../testing/files/pdf-text.ts';

const receipt = (name: string) =>
  writeReceiptPdf({
    heading: 'Donation receipt',
    ending: 'With thanks.',
    institute: {
      name: 'The Institute',
      address: 'Kampala',
      phones: ['0700 000 000'],
      emails: [],
      colors: defaultColors,
    },
    number: 'RCP-2026-000001',
    issuedAt: new Date('2026-11-20T09:00:00Z'),
    facts: [
      ['Receipt', 'RCP-2026-000001'],
      ['Received from', name],
    ],
    banner: undefined,
    proofUrl: 'https://institute.example/receipts/7KQ2M9XHT4WZB6RN3DVF8PJCEY',
  });

const textOf = async (name: string) =>
  readPdfLines(await receipt(name))
    .map(({ text }) => text)
    .join('\n');

test('fonts are embedded, the document has a language and a title, and its parts are tagged', async () => {
  const pdf = await receipt('Zoë Müller');
  const file = pdf.toString('latin1');
  expect(file).toMatch(/\/FontFile2/);
  expect(file).not.toContain('/BaseFont /Helvetica');
  expect(file).toContain('/Lang (en)');
  expect(file).toContain('(Donation receipt RCP-2026-000001)');
  expect(file).toContain('/DisplayDocTitle true');
  expect(file).toContain('/Marked true');
  for (const tag of ['Document', 'H1', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Figure']) {
    expect(file).toMatch(new RegExp(`/S /${tag}\\b`));
  }
  expect(file).toContain('/Alt (QR code of the address that confirms this receipt)');
  expect(pdf.length).toBeLessThan(60_000);
});

test.each([
  ['李小龙 Ann', 'Ann (see the address for the full name)'],
  ['राम पटेल', '(see the address for the full name)'],
  ['Amina 🎉 Ouma 👩🏾‍🎓 🇺🇬', 'Amina Ouma (see the address for the full name)'],
])(
  'the name %s is printed as far as the fonts have its letters, and the paper says so',
  async (name, shown) => {
    const text = await textOf(name);
    expect(text.replaceAll('\n', ' ')).toContain(shown);
    expect(text.split('\n').filter((line) => line.includes('?'))).toEqual(['Is this receipt genuine?']);
  },
);

test('a face is chosen for each letter with its marks', async () => {
  const faces = await openFaces();
  const pieces = (name: string) => splitTextByFace(name, faces).map((run) => run.text);
  expect(pieces('Ann ሰላም Łuk Ẹ̀')).toEqual(['Ann ', 'ሰላም ', 'Łuk Ẹ̀']);
  expect(pieces('李')).toEqual([]);
});

test('letters of several scripts stand on one line', async () => {
  const lines = readPdfLines(await receipt('Ann ሰላም Łuk'));
  const { y } = lines.find(({ text }) => text === 'Ann ') ?? { y: 0 };
  // The label and the three runs of the name
  expect(lines.filter((line) => line.y === y)).toHaveLength(4);
});

test('the same receipt gives the same bytes', async () => {
  expect(await receipt('Иван')).toEqual(await receipt('Иван'));
});
