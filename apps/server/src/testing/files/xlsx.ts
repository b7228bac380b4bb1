import { strToU8, type Zippable, zipSync } from 'fflate';

interface Formula {
  formula: string;
  /** Missing where the program that wrote the file never calculated it. */
  result?: number;
}

/** A text that begins with `#` and ends with a sign is an error. */
type Cell = string | number | Date | Formula | null;

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_BEFORE_1970 = 25_569;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const nameColumn = (at: number): string =>
  (at < 26 ? '' : nameColumn(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function writeCell(cell: Cell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string' && /^#.*[!?A]$/.test(cell)) return `<c r="${at}" t="e"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if ('formula' in cell) {
    const { formula, result } = cell;
    return `<c r="${at}"><f>${escapeXml(formula)}</f>${result === undefined ? '' : `<v>${result}</v>`}</c>`;
  }
  return `<c r="${at}" s="1"><v>${cell.getTime() / DAY_MS + DAYS_BEFORE_1970}</v></c>`;
}

const writeSheet = (rows: readonly Cell[][]): string =>
  `${head}<worksheet xmlns="${main}"><sheetData>${rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((cell, x) => writeCell(cell, nameColumn(x) + (y + 1))).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

interface NewSheet {
  name: string;
  rows: readonly Cell[][];
  isHidden?: boolean;
  /** XML of the sheet instead of rows. */
  xml?: string | undefined;
}

/** A spreadsheet as Excel writes it. `sheet`: its XML instead of rows. */
export const makeXlsx = (
  rows: readonly Cell[][],
  { sheet, more = {} }: { sheet?: string; more?: Zippable } = {},
): Buffer => makeWorkbook([{ name: 'One', rows, xml: sheet }], more);

export function makeWorkbook(sheets: readonly NewSheet[], more: Zippable = {}): Buffer {
  const writeRelations = (entries: readonly (readonly [string, string])[]) =>
    `${head}<Relationships xmlns="${packages}/relationships">${entries
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const listed = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"/>`,
    '_rels/.rels': writeRelations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': writeRelations([
      ...sheets.map((_sheet, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  const written = sheets.map(
    ({ rows, xml = writeSheet(rows) }, at) => [`xl/worksheets/sheet${at + 1}.xml`, strToU8(xml)] as const,
  );
  return Buffer.from(zipSync({ ...Object.fromEntries([...texts, ...written]), ...more }));
}
