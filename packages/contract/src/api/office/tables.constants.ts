/**
 * A table that is pasted or comes as a file. `heading`: letters of a heading or a sheet's name. `bytes`: of a
 * spreadsheet as it came. `characters`: of the text that is read.
 */
export const tableLimits = {
  lines: 5000,
  columns: 60,
  sheets: 200,
  heading: 520,
  characters: 1_500_000,
  bytes: 5_000_000,
  fileName: 255,
} as const;

export const fileTooLargeMessage = 'This file is too large';
