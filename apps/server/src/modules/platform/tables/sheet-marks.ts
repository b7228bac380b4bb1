/** A sheet of a workbook. All sheets are one text, each below a line with its name; hidden ones have only that line. */
export interface Sheet {
  name: string;
  isHidden: boolean;
}

export interface SheetText extends Sheet {
  text: string;
  /** Number of lines of the whole text above this sheet. */
  above: number;
}

export const markSheet = ({ name, isHidden }: Sheet): string =>
  `[${isHidden ? 'Hidden sheet' : 'Sheet'}: ${name.replace(/[\p{Cc}\s]+/gu, ' ').trim()}]\n`;

const sheetMark = /^\[(Sheet|Hidden sheet): (.*)\]$/;

/** Empty for a text that is no workbook. */
export function splitSheets(text: string): SheetText[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (!sheetMark.test(lines[0] ?? '')) return [];
  const sheets: (Sheet & { above: number; lines: string[] })[] = [];
  for (const [at, line] of lines.entries()) {
    const [, kind, name = ''] = sheetMark.exec(line) ?? [];
    if (kind) sheets.push({ name, isHidden: kind !== 'Sheet', above: at + 1, lines: [] });
    else sheets.at(-1)?.lines.push(line);
  }
  return sheets.map(({ lines, ...sheet }) => ({ ...sheet, text: lines.join('\n') }));
}
