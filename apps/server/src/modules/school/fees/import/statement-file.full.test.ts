import { constants, deflateRawSync } from 'node:zlib';
import { payCode } from '@institute/contract/fees.constants';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeXlsx } from '../../../../testing/files/xlsx.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const planFile = (file: Buffer, name = 'statement.xlsx') =>
  fees().planFile.mutate({ name, base64: file.toString('base64') });
const readReason = async (file: Buffer) => (await readRefusal(planFile(file))).details?.[0]?.message;
const tooLarge = 'This file is too large to read. Ask for fewer days.';

async function givenCode(): Promise<string> {
  const { id } = await t.given.student();
  return payCode(id);
}

test('an Excel file is planned like a pasted table, and its text is imported', async () => {
  const code = await givenCode();
  const noon = new Date('2026-02-03T12:00:00Z');
  const file = makeXlsx([
    ['Account Statement'],
    [null],
    ['Transaction Date', 'Description', 'Transaction Reference', 'Debit', 'Credit', 'Balance'],
    [noon, `SCHOOL FEES ${'\n'}pay code ${code}`, 'XL1', null, 250_000, 1_250_000],
    ['04/02/2026', 'Cash, "deposit"', 20260204001, null, '50,000.00', 1_300_000],
    [noon, 'LEDGER FEE', 'XL3', 5000, null, 1_295_000],
    [noon, 'A number of more than fifteen digits', 3_012_351_234_567_890, null, 5000, 1_300_000],
  ]);
  const { text, hash, lines, method } = await planFile(file);
  expect(method).toBe('bank');
  expect(
    lines.map(({ line, state, day, amount, operatorId }) => [line, state, day, amount, operatorId]),
  ).toEqual([
    [4, 'matched', '2026-02-03', 250_000, 'XL1'],
    [5, 'unmatched', '2026-02-04', 50_000, '20260204001'],
    [6, 'notMoney', null, null, null],
    [7, 'unreadable', null, null, null],
  ]);
  expect(lines.at(-1)?.message).toContain('was shortened by a spreadsheet');
  expect(await fees().import.mutate({ text, hash, likely: [] })).toMatchObject({ matched: 1, unmatched: 1 });
  expect((await planFile(file)).lines.map(({ state }) => state).slice(0, 2)).toEqual(['known', 'known']);
});

test('a text file is read in each way in which Excel writes it', async () => {
  const text = 'Date,Transaction ID,Credit,Narration\n2026-02-02,TXT-1,5000,Café\n';
  const written = [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'latin1')];
  for (const file of written) {
    const { lines } = await planFile(file, 'statement.csv');
    expect(lines).toMatchObject([{ amount: 5000, typedReason: 'Café' }]);
  }
});

/** The first part. It names no size, and unpacks to `blocks` times ten million spaces. */
function bomb(blocks: number): Buffer {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const spaces = Buffer.alloc(10_000_000, ' ');
  const block = deflateRawSync(spaces, { finishFlush: constants.Z_FULL_FLUSH });
  const data = Buffer.concat(Array.from({ length: blocks }, () => block));
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, data, makeXlsx([['Date']])]);
}

test('a file of 4 MB that unpacks to 4 GB is refused, and the next file is read', async () => {
  const file = bomb(400);
  expect(file.length).toBeLessThan(5_000_000);
  expect(await readReason(file)).toBe(tooLarge);
  expect((await planFile(makeXlsx([['Date', 'Id', 'Amount']]))).headings).toEqual(['Date', 'Id', 'Amount']);
});

test('a file of two cells a million rows apart ends its own thread only', async () => {
  const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${far}</sheetData></worksheet>`;
  expect(await readReason(makeXlsx([], { sheet }))).toBe(tooLarge);
  expect((await planFile(makeXlsx([['Date', 'Id', 'Amount']]))).headings).toHaveLength(3);
});

test.each([
  ['%PDF-1.7\n', /^This is a PDF\. Ask the bank for the statement as Excel or CSV/],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0', /^This is an old Excel file \(\.xls\), or one with a password/],
  ['\n<html><table><tr><td>Date', /^This is a web page that is named like a spreadsheet/],
  [
    'PK\x03\x04\x14\0\0\0\x08\0',
    /^statement\.xlsx is no spreadsheet that can be read\. Save it as \.xlsx or CSV/,
  ],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', /^statement\.xlsx is no spreadsheet/],
  ['  \n', /^statement\.xlsx is empty$/],
] as const)('a file that begins with %j says what it is and what to do', async (bytes, message) => {
  expect(await readReason(Buffer.from(bytes, 'latin1'))).toMatch(message);
});

test('a file of more than 5 MB is refused before it is unpacked', async () => {
  expect((await readRefusal(planFile(Buffer.alloc(5_100_000)))).details?.[0]?.message).toBe(
    'This file is too large',
  );
});
