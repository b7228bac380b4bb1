import { strToU8, type Zippable, zipSync } from 'fflate';

type Cell = string | number | Date | null;

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_BEFORE_1970 = 25_569;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const nameColumn = (at: number): string =>
  (at < 26 ? '' : nameColumn(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function writeCell(cell: Cell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" s="1"><v>${cell.getTime() / DAY_MS + DAYS_BEFORE_1970}</v></c>`;
}

const writeSheet = (rows: readonly Cell[][]): string =>
  `${head}<worksheet xmlns="${main}"><sheetData>${rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((cell, x) => writeCell(cell, nameColumn(x) + (y + 1))).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

/** A spreadsheet as Excel writes it. `sheet`: its XML instead of rows. */
export function makeXlsx(
  rows: readonly Cell[][],
  { sheet = writeSheet(rows), more = {} as Zippable } = {},
): Buffer {
  const relations = (entries: readonly (readonly [string, string])[]) =>
    `${head}<Relationships xmlns="${packages}/relationships">${entries
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"/>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheet,
  };
  const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync({ ...Object.fromEntries(texts), ...more }));
}
