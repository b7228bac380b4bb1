/** A formula whose result the file does not hold reads as this. */
const emptyFormula = '<v>#FORMULA!</v>';
const cellWithFormula =
  /(<(?:\w+:)?c\s[^<>]*(?<!\/)>)\s*(<(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>))\s*(?:<(?:\w+:)?v\s*(?:\/>|>\s*<\/(?:\w+:)?v>)\s*)?(?=<\/(?:\w+:)?c>)/g;

/** The package reads errors, and formulas without a result, as empty cells. Here they become texts. */
export const writeFaultsAsText = (sheet: string): string =>
  sheet
    .replace(/<(?:\w+:)?c\s[^<>]*>/g, (cell) => cell.replace(/(\st=["'])e(?=["'])/, '$1str'))
    .replace(cellWithFormula, (whole, cell: string, formula: string) => {
      // A formula may give an empty text
      if (/\st=["']str["']/.test(cell) && /<(?:\w+:)?v/.test(whole)) return whole;
      const [prefix = ''] = /(?<=^<)\w+:(?=c\s)/.exec(cell) ?? [];
      const asText = cell.replace(/\st=["'][^"']*["']/, '').replace(/>$/, ' t="str">');
      return `${asText}${formula}${emptyFormula.replace(/(?<=<\/?)v/g, `${prefix}v`)}`;
    });

const xmlNames = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
const readXmlText = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, code, hex, name) => {
    const point = name ? null : Number.parseInt(code ?? hex, code ? 10 : 16);
    if (point === null) return xmlNames[String(name).toLowerCase() as keyof typeof xmlNames];
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** Takes hidden sheets out of the list of sheets, so that nobody reads them. */
export function leaveOutHidden(workbook: string): { workbook: string; hidden: string[] } {
  const hidden: string[] = [];
  const visible = workbook.replace(/<(?:\w+:)?sheet\s[^<>]*>/g, (sheet) => {
    if (!/\sstate=["'](?:hidden|veryHidden)["']/.test(sheet)) return sheet;
    const [, double, single] = /\sname=(?:"([^"]*)"|'([^']*)')/.exec(sheet) ?? [];
    hidden.push(readXmlText(double ?? single ?? ''));
    return '';
  });
  return { workbook: visible, hidden };
}
