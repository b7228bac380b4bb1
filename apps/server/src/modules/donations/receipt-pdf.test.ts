import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { receiptPdf, runsOf } from './receipt-pdf.ts';

const receipt = (name: string) =>
  receiptPdf({
    heading: 'Donation receipt',
    ending: 'With thanks.',
    institute: { name: 'The Institute', address: 'Kampala', phones: ['0700 000 000'], emails: [] },
    number: 'RCP-2026-000001',
    issuedAt: new Date('2026-11-20T09:00:00Z'),
    facts: [
      ['Receipt', 'RCP-2026-000001'],
      ['Received from', name],
    ],
    banner: undefined,
    proofUrl: 'https://institute.example/receipts/7KQ2M9XHT4WZB6RN3DVF8PJCEY',
  });

function contentOf(pdf: Buffer): string {
  const file = pdf.toString('latin1');
  const parts = file.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  return [...parts]
    .map(([, packed = '']) => {
      try {
        return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}
/** A character as a font's Unicode table writes it. */
const named = (letter: string) => `<${letter.codePointAt(0)?.toString(16).padStart(4, '0')}>`;

test.each([
  ['Łukasz Żółć', 'ŁŻ'],
  ['Nakató Ŋŋ', 'Ŋŋ'],
  ['Đặng Văn', 'Đặă'],
  ['Иван Петров', 'Ив'],
  ['Γιώργος', 'Γώ'],
  ['محمد علي', 'د'],
  ['ሰላም ዓለም', 'ሰዓ'],
])('%s is written in the receipt in its own script', async (name, letters) => {
  const pdf = await receipt(name);
  const content = contentOf(pdf);
  for (const letter of letters) expect(content).toContain(named(letter));
  expect(pdf.length).toBeLessThan(40_000);
});

test('a name in Latin letters embeds no font', async () => {
  const pdf = await receipt('Zoë Müller');
  expect(pdf.toString('latin1')).not.toContain('/FontFile');
  expect(pdf.length).toBeLessThan(5500);
});

test('a text is split where the font changes, and unknown characters become question marks', () => {
  expect(runsOf('Ann ሰላም Łuk').map(({ text }) => text)).toEqual(['Ann ', 'ሰላም ', 'Łuk']);
  expect(runsOf('李').map(({ text }) => text)).toEqual(['?']);
});

test('letters of several scripts stand on one line', async () => {
  const content = contentOf(await receipt('Ann ሰላም Łuk'));
  const lines = [...content.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) => y);
  const sizes = new Map(lines.map((y) => [y, lines.filter((other) => other === y).length]));
  // the label and the three runs of the name
  expect(Math.max(...sizes.values())).toBe(4);
});

test('the same receipt gives the same bytes', async () => {
  expect(await receipt('Иван')).toEqual(await receipt('Иван'));
});
