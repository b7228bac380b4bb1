import { expect, test } from 'vitest';
import {
  makeSheetFile,
  makeWordFile,
  officeRelations,
  writeRelations,
} from '../../../testing/files/word-files.ts';
import { read } from './word-file.reader.ts';

type Options = Parameters<typeof makeWordFile>[0];
type Case = [string, Options];

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const main = 'word/document.xml';
const settings = 'word/settings.xml';
const settingsType = `<Override PartName="/${settings}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/>`;
const binaryType = (extension: string, type: string) =>
  `<Default Extension="${extension}" ContentType="${type}"/>`;
const sheetTypes = binaryType('xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12');
const relate = (kind: string, target: string, isExternal = false, from = main) => ({
  relations: { [from]: [{ kind, target, isExternal }] },
});
const writeTypes = (lines: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines}</Types>`;
const template = (mode: string, root = 'Relationships') =>
  `<${root} xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${officeRelations}/attachedTemplate" Target="https://elsewhere.example/a.dotm" ${mode}/></${root}>`;
const ofSettings = (text: string | Uint8Array): Options => ({
  parts: { 'word/_rels/settings.xml.rels': text },
});
const toUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

async function findFault(options: Options): Promise<string | null | undefined> {
  for await (const fault of read({ file: makeWordFile(options) })) return fault;
}

test.each<Case>([
  ['links to other sites', relate('hyperlink', 'https://elsewhere.example/', true)],
  ['a link to an address that is none', relate('hyperlink', 'http://[', true)],
  [
    'relations in UTF-16',
    {
      parts: {
        'word/_rels/document.xml.rels': toUtf16(
          writeRelations([{ kind: 'hyperlink', target: 'https://elsewhere.example/', isExternal: true }]),
        ),
      },
    },
  ],
  ['a picture', { ...relate('image', 'media/one.png'), parts: { 'word/media/one.png': 'x' } }],
  [
    'a main part that its kind of file names',
    {
      parts: {
        '[Content_Types].xml': writeTypes(
          `${binaryType('xml', mainType)}${binaryType('RELS', 'application/vnd.openxmlformats-package.relationships+xml')}`,
        ),
      },
    },
  ],
  [
    'a main part of another name and place',
    {
      without: main,
      types: `<Override PartName="/Docs/Text%20one.xml" ContentType="${mainType}"/>`,
      parts: {
        '_rels/.rels': writeRelations([{ kind: 'officeDocument', target: '/docs/text%20one.xml' }]),
        'docs/Text one.xml': '<w/>',
      },
    },
  ],
  [
    'a chart with a binary sheet behind it',
    {
      ...relate('package', '../embeddings/Sheet1.xlsb', false, 'word/charts/chart1.xml'),
      types: sheetTypes,
      parts: { 'word/embeddings/Sheet1.xlsb': makeSheetFile() },
    },
  ],
  [
    'a kind of file with macros of which it has none',
    { types: binaryType('bin', 'application/vnd.ms-office.vbaProject') },
  ],
])('a Word document with %s is good', async (_, options) => {
  expect(await findFault(options)).toBeNull();
});

const outside = /loads a template or other parts from elsewhere/;
test.each<Case>([
  ['a template', relate('attachedTemplate', 'https://elsewhere.example/a.dotm', true, settings)],
  [
    'a template of a shared folder',
    relate('attachedTemplate', 'file:///\\\\elsewhere\\a.dotm', true, settings),
  ],
  ['a linked picture', relate('image', 'https://elsewhere.example/seen.png', true)],
  ['a linked object', relate('oleObject', 'https://elsewhere.example/a', true)],
  ['a frame', relate('frame', 'https://elsewhere.example/', true)],
  ['a part of a document', relate('subDocument', 'https://elsewhere.example/a.docx', true)],
  ['a relation of the document as a whole', relate('image', 'https://elsewhere.example/', true, '')],
  ['a template without the word External', relate('attachedTemplate', 'https://elsewhere.example/a.dotm')],
  ['a picture of another host', relate('image', '//elsewhere.example/seen.png')],
  [
    'a template that is called a link',
    { ...relate('hyperlink', 'https://elsewhere.example/a.dotm', true, settings), types: settingsType },
  ],
  ['a template with a coded word', ofSettings(template('TargetMode="Exte&#114;nal"'))],
  ['a template with a word in small letters', ofSettings(template("TargetMode = 'external '"))],
  ['a template with prefixes', ofSettings(template('TargetMode="External"', 'a:Relationships'))],
  ['a template in UTF-16', ofSettings(toUtf16(template('TargetMode="External"')))],
  [
    'a template in a part with capitals',
    { parts: { 'word\\_RELS\\settings.xml.RELS': template('TargetMode="External"') } },
  ],
])('a Word document that loads %s from elsewhere is refused', async (_, options) => {
  expect(await findFault(options)).toMatch(outside);
});

const embed = (name: string, bytes: string | Uint8Array, kind = 'package'): Options => ({
  ...relate(kind, `embeddings/${name}`),
  types: `${sheetTypes}${binaryType('exe', 'application/x-msdownload')}`,
  parts: { [`word/embeddings/${name}`]: bytes },
});
test.each<Case>([
  ['a program', embed('setup.exe', 'MZ')],
  ['a program that nothing names', { parts: { 'word/embeddings/setup.exe': 'MZ' } }],
  [
    'a program in another folder',
    { ...relate('package', 'media/a.exe'), parts: { 'word/media/a.exe': 'MZ' } },
  ],
  ['a program named as a sheet', embed('Sheet1.xlsb', 'MZ')],
  ['an object of another program', embed('oleObject1.bin', '\xd0\xcf', 'oleObject')],
  [
    'an object in another folder',
    { ...relate('oleObject', 'media/a.bin'), parts: { 'word/media/a.bin': 'x' } },
  ],
  ['another document', embed('inner.docx', makeWordFile())],
  [
    'a text of another kind',
    { ...relate('aFChunk', 'afchunk.rtf'), parts: { 'word/afchunk.rtf': '{\\rtf1' } },
  ],
  [
    'a sheet with macros',
    embed('Sheet1.xlsb', makeSheetFile({ 'xl/workbook.bin': 'x', 'xl/vbaProject.bin': 'x' })),
  ],
  [
    'a sheet with macros of the old kind',
    embed('Sheet1.xlsb', makeSheetFile({ 'xl/workbook.bin': 'x', 'xl/macrosheets/sheet1.bin': 'x' })),
  ],
])('a Word document with %s in it is refused', async (_, options) => {
  expect(await findFault(options)).toMatch(/other files or programs in it/);
});

test.each<Case>([
  [
    'under another name',
    {
      types: `<Override PartName="/word/data.bin" ContentType="application/vnd.ms-office.vbaProject"/>`,
      parts: { 'word/data.bin': 'x' },
    },
  ],
  [
    'in a second main part',
    {
      ...relate('officeDocument', 'word/second.xml', false, ''),
      types: `<Override PartName="/word/second.xml" ContentType="application/vnd.ms-word.template.macroEnabledTemplate.main+xml"/>`,
      parts: { 'word/second.xml': '<w/>' },
    },
  ],
])('a Word document with macros %s is refused', async (_, options) => {
  expect(await findFault(options)).toMatch(/has macros/);
});

const megabyte = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
test.each<Case>([
  ['a document type', ofSettings(`<!DOCTYPE a [<!ENTITY b "External">]>${template('TargetMode="&b;"')}`)],
  ['relations that are cut off', ofSettings(template('').replace('</Relationships>', ''))],
  ['relations that are no XML', ofSettings('\0\x01')],
  ['two parts of one name', { parts: { 'WORD/Document.xml': '<w/>' } }],
  ['no relations', { without: '_rels/.rels' }],
  ...['<Override ', '<Override PartName="', '<a>', '</b>', '<Override a="', '<!--', '&'].map(
    (text): Case => [`a megabyte of ${text} as kinds`, { parts: { '[Content_Types].xml': megabyte(text) } }],
  ),
  [
    'many open and closed tags as kinds',
    { parts: { '[Content_Types].xml': writeTypes('<a>'.repeat(200_000) + '</b>'.repeat(100_000)) } },
  ],
])('a file with %s is no Word document', async (_, options) => {
  expect(await findFault(options)).toBe('This is no Word document (.docx)');
});

test('relations of more than 4 MB are too large', async () => {
  const links = Array.from({ length: 30_000 }, (_, at) => ({
    kind: 'hyperlink',
    target: `https://elsewhere.example/${at}`,
    isExternal: true,
  }));
  expect(await findFault({ relations: { [main]: links } })).toMatch(/too large/);
  expect(await findFault({ relations: { [main]: links.slice(0, 5000) } })).toBeNull();
});
