import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeXlsx } from '../../../../testing/files/xlsx.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
/** Line ends, tabs and quotes are two characters in JSON, and a call has at most 2 MB. */
const SIZE = 900_000;
const tooWide =
  'Line 1 has more than 60 columns. Delete the columns that are not needed, the empty ones too.';

const readOutcome = async (read: Promise<{ lines: unknown[] }>) => {
  const outcome = await read.catch(() => undefined);
  return outcome ? outcome.lines.length : (await readRefusal(read)).details?.[0]?.message;
};

test.each([
  ['commas', ',', tooWide],
  ['many columns', 'a,', tooWide],
  ['many columns with tabs', 'a\t', tooWide],
  ['sheets', '[Sheet: a]\n', 'At most 200 sheets. These are 81,818.'],
  ['short lines', 'a\n', 'At most 5,000 lines. These are 440,000. Import them in parts.'],
])('900,000 letters of %s are refused as a statement and as people', async (_name, fill, message) => {
  const text = fill.repeat(SIZE / fill.length);
  expect(await readOutcome(fees().plan.mutate({ text }))).toBe(message);
  expect(await readOutcome(fees().planPeople.mutate({ text }))).toBe(message);
});

test('a cell of 900,000 quotes is one line', async () => {
  const text = `Date,Transaction ID,Amount,Details\n2026-11-02,A1,5000,${'"'.repeat(SIZE)}`;
  expect(await readOutcome(fees().plan.mutate({ text }))).toBe(1);
});

test('60 columns are read, and 61 are not', async () => {
  const columns = (count: number) =>
    `Date,Transaction ID,Amount${',x'.repeat(count - 3)}\n2026-11-02,A1,5000\n`;
  expect(await readOutcome(fees().plan.mutate({ text: columns(60) }))).toBe(1);
  expect(await readOutcome(fees().plan.mutate({ text: columns(61) }))).toBe(tooWide);
});

test('empty columns to the right in a spreadsheet do not count', async () => {
  const rows = [
    ['Date', 'Transaction ID', 'Amount', ...Array(100).fill('')],
    ['2026-11-02', 'A1', 5000],
  ];
  const base64 = makeXlsx(rows).toString('base64');
  expect(await readOutcome(fees().planFile.mutate({ name: 'statement.xlsx', base64 }))).toBe(1);
});
