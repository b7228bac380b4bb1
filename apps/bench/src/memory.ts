import { globSync, readFileSync } from 'node:fs';

/** A process and its descendants. */
export const listFamily = (pid: number): number[] => [
  pid,
  ...globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    (readIfPresent(file).match(/\d+/g) ?? []).flatMap((child) => listFamily(Number(child))),
  ),
];

/** A value of a file of `/proc`. 0 when it cannot be read. */
export function readMegabytes(file: string, name: string): number {
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readIfPresent(file))?.[1] ?? 0;
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of these processes since their start. */
export const readProcessorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readIfPresent(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
