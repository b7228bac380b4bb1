/**
 * A sheet of a workbook. All sheets are joined to one text, each below a line with its name. A hidden sheet has only
 * that line.
 */
export interface Sheet {
  name: string;
  isHidden: boolean;
}

export interface SheetText extends Sheet {
  text: string;
  /** Number of lines of the whole text above this sheet. */
  above: number;
}

export const makeSheetMark = ({ name, isHidden }: Sheet): string =>
  `[${isHidden ? 'Hidden sheet' : 'Sheet'}: ${name.replace(/[\p{Cc}\s]+/gu, ' ').trim()}]\n`;

const sheetMarkPattern = /^\[(Sheet|Hidden sheet): (.*)\]$/;

/** Splits the joined text. Returns an empty list for a text that is not a workbook. */
export function splitSheets(text: string): SheetText[] {
  const textLines = text.split(/\r\n|\n|\r/);
  if (!sheetMarkPattern.test(textLines[0] ?? '')) return [];
  const splitSheetTexts: (Sheet & { above: number; lines: string[] })[] = [];
  for (const [at, line] of textLines.entries()) {
    const [, kind, name = ''] = sheetMarkPattern.exec(line) ?? [];
    if (kind) splitSheetTexts.push({ name, isHidden: kind !== 'Sheet', above: at + 1, lines: [] });
    else splitSheetTexts.at(-1)?.lines.push(line);
  }
  return splitSheetTexts.map(({ lines, ...sheet }) => ({ ...sheet, text: lines.join('\n') }));
}
