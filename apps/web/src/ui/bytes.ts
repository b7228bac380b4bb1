const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** `16 kB`, `3.2 MB`: a size as people compare files. */
export function formatBytes(bytes: number): string {
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit += 1) size /= 1000;
  return `${unit === 0 ? Math.max(1, Math.round(size)) : size.toFixed(1)} ${UNITS[unit]}`;
}
