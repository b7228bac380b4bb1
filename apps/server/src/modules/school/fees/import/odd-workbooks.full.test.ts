import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeWorkbook, makeXlsx } from '../../../../testing/files/xlsx.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const planFile = (file: Buffer, withHidden?: boolean) =>
  fees().planFile.mutate({ name: 'a.xlsx', base64: file.toString('base64'), withHidden });
const readText = async (file: Buffer, withHidden?: boolean) => (await planFile(file, withHidden)).text;
const readWorkbook = (name: string) => readFile(new URL(`workbooks/${name}.xlsx`, import.meta.url));

const head = 'Date,Reference,Credit,Description\n';

test.each([
  ['good', `${head}2026-10-02,T1,5000,Fees\n`],
  // The time alone stands in a cell of the kind for days
  ['time-cell', `${head}2026-10-02,T1,5000,Fees,10:10:10\n`],
  ['back-slashes', `${head}2026-10-02,T1,5000,Fees\n`],
  ['capital-letters', `${head}2026-10-02,T1,5000,Fees\n`],
  ['shared-strings-case', `${head}2026-10-02,T1,5000,Fees\n`],
  ['1904-as-1', `${head}2026-10-01,T1,5000,Fees\n`],
  ['1904-as-true', `${head}2026-10-01,T1,5000,Fees\n`],
])('the workbook %s is read', async (name, text) => {
  expect(await readText(await readWorkbook(name))).toBe(text);
});

test('one odd cell is its text, and the rest is read', async () => {
  const cells = [
    '<c r="A1" t="b"><v>true</v></c>',
    '<c r="B1" t="unknown"><v>hello</v></c>',
    '<c r="C1" s="99"><v>5</v></c>',
    '<c r="D1" t="d"><v>2026-10-02T10:00:00</v></c>',
    '<c r="E1" t="e"><v>#N/A</v></c>',
    '<c r="F1"><v>1500000.5</v></c>',
    '<c r="G1" s="1"><v>46297.5</v></c>',
  ];
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`;
  expect(await readText(makeXlsx([], { sheet }))).toBe(
    'true,hello,5,2026-10-02 10:00:00,#N/A,1500000.5,2026-10-02 12:00:00\n',
  );
});

test('a duration stays a duration, and a workbook by another name is found', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (entries: string) =>
    Buffer.from(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`,
    );
  const relate = (kind: string, target: string) =>
    `<Relationship Id="${kind}" Type="${office}/${kind}" Target="${target}"/>`;
  const more = {
    '_rels/.rels': relations(relate('officeDocument', '/Book/Main.xml')),
    'book/_rels/main.xml.rels': relations(
      relate('worksheet', 'Pages/One.xml') + relate('styles', '/book/looks.xml'),
    ),
    'book/main.xml': Buffer.from(
      `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="true"/><sheets><sheet name="A" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    ),
    'book/looks.xml': Buffer.from(
      `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="170" formatCode="[h]:mm:ss"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ),
    'book/pages/one.xml': Buffer.from(
      `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" s="1"><v>44834</v></c><c r="B1" s="2"><v>1.5</v></c></row></sheetData></worksheet>`,
    ),
  };
  expect(await readText(makeWorkbook([], more))).toBe('2026-10-01,36:00:00\n');
});

test('rows and columns that a file hides are left out and counted, until they are asked for', async () => {
  const filtered = await readWorkbook('filtered-people');
  const shown = await planFile(filtered);
  expect(shown.hidden).toEqual({ rows: 1, columns: 0 });
  expect(shown.text).not.toContain('Left Person');
  expect(shown.text.split('\n')[3]).toContain('Brian Demo');
  expect(await readText(filtered, true)).toContain('Left Person');

  const column = await readWorkbook('hidden-column');
  const { hidden, text } = await planFile(column);
  expect(hidden).toEqual({ rows: 0, columns: 1 });
  expect(await readText(column, true)).toContain('900000');
  await t.given.program({ name: 'Information Technology' });
  const { from, lines } = await fees().planPeople.mutate({ text });
  expect(from.owes).toBe('Balance');
  expect(lines).toMatchObject([{ state: 'new', person: { owes: 100_000 } }]);
});
