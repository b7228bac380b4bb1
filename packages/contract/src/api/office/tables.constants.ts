/**
 * Limits for a table that is pasted or uploaded. `heading` limits the letters of a heading or of a sheet's name,
 * `bytes` a spreadsheet as it was uploaded, `characters` the text that is read from it.
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
