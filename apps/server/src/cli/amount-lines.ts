import type { Amount } from '../database/backup-format.ts';

export function amountLines({ tables, uploads, filesHash, missing }: Amount): string {
  const entries = Object.entries(tables).map(([name, { rows, hash }]) => [name, `${rows}`, hash] as const);
  const lines = [...entries, ['files', `${uploads}`, filesHash] as const];
  const [nameWidth, countWidth] = [0, 1].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return [
    ...lines.map(
      ([name, count, hash]) =>
        `  ${name.padEnd(nameWidth ?? 0)}  ${count.padStart(countWidth ?? 0)}  ${hash}`,
    ),
    ...missing.map((path) => `Missing: ${path}`),
  ].join('\n');
}

export const amountText = ({ rows, uploads, bytes }: Amount): string =>
  `${rows} rows and ${uploads} uploaded files of ${bytes} bytes`;
