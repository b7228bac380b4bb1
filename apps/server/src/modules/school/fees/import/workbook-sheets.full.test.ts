import { formatLocalMoney } from '@institute/contract/money';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeWorkbook } from '../../../../testing/files/xlsx.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const planFile = (sheets: Parameters<typeof makeWorkbook>[0]) =>
  fees().planFile.mutate({ name: 'book.xlsx', base64: makeWorkbook(sheets).toString('base64') });
const readText = async (sheets: Parameters<typeof makeWorkbook>[0]) => (await planFile(sheets)).text;
const readMessage = async (call: Promise<unknown>) => (await readRefusal(call)).details?.[0]?.message;

const head = ['Date', 'Reference', 'Credit', 'Description'];
const october = {
  name: 'Oct, "2026"',
  rows: [head, ['02/10/2026', 'O1', 5000, 'Fees'], ['03/10/2026', 'O2', 6000, 'Fees']],
};
const november = {
  name: 'Nov 2026',
  rows: [
    ['Account of the institute'],
    ['REFERENCE', 'Description', 'Date', 'credit '],
    ['N1', 'Fees', '04/11/2026', 7000],
  ],
};

test('sheets with the same headings are one table, whatever the order of sheets and columns', async () => {
  for (const sheets of [
    [october, november],
    [november, october],
  ]) {
    const { lines, sheets: uses, text } = await planFile([{ name: 'Empty', rows: [] }, ...sheets]);
    const read = lines.map(({ operatorId, amount, day, place }) => [operatorId, amount, day, place]);
    expect(read.toSorted()).toEqual([
      ['N1', 7000, '2026-11-04', 'Nov 2026, row 3'],
      ['O1', 5000, '2026-10-02', 'Oct, "2026", row 2'],
      ['O2', 6000, '2026-10-03', 'Oct, "2026", row 3'],
    ]);
    expect(new Set(lines.map(({ line }) => line)).size).toBe(3);
    expect(uses.map(({ name, isRead, lines: count }) => [name, isRead, count]).toSorted()).toEqual([
      ['Nov 2026', true, 1],
      ['Oct, "2026"', true, 2],
    ]);
    const [only] = (await fees().plan.mutate({ text, sheets: ['Nov 2026'] })).lines;
    expect(only).toMatchObject({ line: 3, operatorId: 'N1', place: null });
  }
});

test('a hidden sheet is named and never read, however long it is', async () => {
  const rows = [head, ...Array.from({ length: 50 }, (_, at) => ['01/01/2020', `H${at}`, 1, 'Old'])];
  const { lines, sheets } = await planFile([{ name: 'Old', rows, isHidden: true }, october]);
  expect(lines.map(({ operatorId }) => operatorId)).toEqual(['O1', 'O2']);
  expect(sheets).toEqual([
    { name: 'Oct, "2026"', isHidden: false, isRead: true, lines: 2 },
    { name: 'Old', isHidden: true, isRead: false, lines: 0 },
  ]);
});

test('sheets with other headings are chosen by the office, and those it leaves out are named', async () => {
  const other = {
    name: 'Other',
    rows: [
      [...head, 'Branch'],
      ['05/11/2026', 'X1', 8000, 'Fees', 'Gulu'],
    ],
  };
  const wide = { name: 'Wide', rows: [Array.from({ length: 70 }, (_, at) => `c${at}`)] };
  const planned = await planFile([october, other, wide]);
  expect(planned).toMatchObject({ lines: [], missing: [] });
  expect(planned.sheets.some(({ isRead }) => isRead)).toBe(false);
  const { text } = planned;
  const chosen = await fees().plan.mutate({ text, sheets: ['Other'] });
  expect(chosen.lines.map(({ operatorId }) => operatorId)).toEqual(['X1']);
  expect(chosen.sheets.map(({ name, isRead }) => [name, isRead])).toEqual([
    ['Oct, "2026"', false],
    ['Other', true],
    ['Wide', false],
  ]);
  const { hash, sheets } = chosen;
  expect(sheets).toHaveLength(3);
  await fees().import.mutate({ text, sheets: ['Other'], hash, likely: [] });
  const plan = (names: string[]) => fees().plan.mutate({ text, sheets: names });
  expect((await plan(['Other'])).lines).toMatchObject([{ state: 'known' }]);
  expect(await readMessage(plan(['Oct, "2026"', 'Other']))).toBe(
    'The sheets Oct, "2026" and Other have other headings. Import one after the other.',
  );
  expect(await readMessage(plan(['Gone']))).toBe('There is no sheet Gone that can be read.');
  expect(await readMessage(plan(['Wide']))).toMatch(/^Sheet Wide, row 1 has more than 60 columns/);
});

test('a sheet of notes does not stand in the way, and 60 sheets are read', async () => {
  const sheets = Array.from({ length: 60 }, (_, at) => ({
    name: `Day ${at}`,
    rows: [head, ['02/10/2026', `D${at}`, 5000, 'Fees']],
  }));
  const { lines, sheets: uses } = await planFile([
    { name: 'Notes', rows: [['Made by'], ['Sarah']] },
    ...sheets,
  ]);
  expect(lines).toHaveLength(60);
  expect(uses.filter(({ isRead }) => !isRead).map(({ name }) => name)).toEqual(['Notes']);
});

test('a workbook whose sheets are too much together says what to do', async () => {
  const rows = Array.from({ length: 4000 }, () => ['x'.repeat(200)]);
  const both = ['One', 'Two'].map((name) => ({ name, rows }));
  expect(await readMessage(planFile(both))).toBe(
    'This file is too large. Save the sheet that you need as a file of its own.',
  );
});

test('a formula without a result and an error are unreadable lines, never nothing', async () => {
  const rows = [
    [...head, 'Balance'],
    ['02/10/2026', 'F1', { formula: '2500*2', result: 5000 }, 'Fees', { formula: 'C2' }],
    ['02/10/2026', 'F2', { formula: '2500*2' }, 'Fees', null],
    ['02/10/2026', 'F3', '#REF!', 'Fees', null],
    ['02/10/2026', '#N/A', 5000, 'Fees', null],
  ];
  const { lines } = await planFile([{ name: 'One', rows }]);
  expect(lines.map(({ state, message }) => [state, message])).toEqual([
    ['unmatched', 'No pay code and no phone'],
    [
      'unreadable',
      'Line 3: Credit is a formula whose result is not in the file. Open it in Excel, save it and choose it again.',
    ],
    ['unreadable', 'Line 4: Credit is the error #REF!. Mend it in the spreadsheet.'],
    ['unreadable', 'Line 5: Reference is the error #N/A. Mend it in the spreadsheet.'],
  ]);
});

test('formulas are found in each way in which programs write a sheet', async () => {
  const cells = (formula: string) =>
    `<x:row r="1">${head.map((name, at) => `<x:c r="${'ABCD'[at]}1" t="inlineStr"><x:is><x:t>${name}</x:t></x:is></x:c>`).join('')}</x:row>
     <x:row r="2"><x:c r="A2" t="inlineStr"><x:is><x:t>2026-02-02</x:t></x:is></x:c><x:c r="B2"><x:v>77</x:v></x:c>${formula}</x:row>`;
  const readState = async (formula: string) => {
    const xml = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${cells(formula)}</x:sheetData></x:worksheet>`;
    return (await planFile([{ name: 'One', rows: [], xml }])).lines[0]?.message;
  };
  const noResult = expect.stringContaining('Credit is a formula whose result is not in the file');
  expect(await readState('<x:c r="C2"><x:f>1&gt;0</x:f></x:c>')).toEqual(noResult);
  expect(await readState('<x:c r="C2" s="0">\n <x:f>SUM(A1)</x:f>\n <x:v />\n</x:c>')).toEqual(noResult);
  const shared = '<x:c r="D2"><x:f t="shared" ref="C2:D2" si="0">Z9</x:f><x:v>5</x:v></x:c>';
  const repeated = '<x:c r="C2" t="n"><x:f t="shared" si="0"/><x:v></x:v></x:c>';
  expect(await readState(shared + repeated)).toEqual(noResult);
  for (const emptyText of ['', '<x:v></x:v>']) {
    const message = await readState(`<x:c r="C2" t="str"><x:f>A1</x:f>${emptyText}</x:c>`);
    expect(message).toBe('Line 2: the amount is missing');
  }
  expect(await readState('<x:c r="C2"><x:f>A1</x:f><x:v>5000</x:v></x:c>')).toBe('No pay code and no phone');
});

test('people of two classes on two sheets are one list', async () => {
  await t.given.program({ name: 'Bakery & Catering' });
  const columns = ['Name', 'Phone', 'Program', 'Owes'];
  const person = (name: string, phone: string, owes: number) => [name, phone, 'Bakery and Catering', owes];
  const text = await readText([
    { name: 'Morning', rows: [columns, person('Ann Ta', '0772500210', 1000)] },
    {
      name: 'Evening',
      rows: [
        columns,
        person('Ben Ca', '0772500310', 1000),
        person('Ann Ta', '0772500210', 1000),
        person('Ann Ta', '0772500210', 2000),
      ],
    },
  ]);
  const { lines } = await fees().planPeople.mutate({ text });
  expect(lines.map(({ name, state, message, place }) => [name, state, message, place])).toEqual([
    ['Ann Ta', 'new', null, 'Morning, row 2'],
    ['Ben Ca', 'new', null, 'Evening, row 2'],
    ['Ann Ta', 'known', 'On record already: Morning, row 2', 'Evening, row 3'],
    ['Ann Ta', 'differs', `On record with ${formatLocalMoney(1000)}: Morning, row 2`, 'Evening, row 4'],
  ]);
});
