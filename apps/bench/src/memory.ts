import { globSync, readFileSync } from 'node:fs';

/** Lists a process and all its descendants. */
export const listProcessTree = (pid: number): number[] => [
  pid,
  ...globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    (readFileIfPresent(file).match(/\d+/g) ?? []).flatMap((child) => listProcessTree(Number(child))),
  ),
];

/** Reads a number of kB from a file of `/proc`, as MB. Returns 0 when the file cannot be read. */
export function readMemoryMegabytes(file: string, name: string): number {
  const memoryKibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileIfPresent(file))?.[1] ?? 0;
  return (Number(memoryKibibytes) * 1024) / 1e6;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Sums the processor time of these processes since they started. */
export const readProcessorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const statFields = readFileIfPresent(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(statFields[11]) + Number(statFields[12])) * TICK_MS;
  }, 0);

function readFileIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
