import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const CLOCK_TICK_MS = 10;

/** Only Linux provides these figures. */
export const areKnown = process.platform === 'linux';

/** Processor time of the process and of those that it has started from its own program, in ms. */
export const cpuMs = (pid: number): number => sum(familyOf(pid).filter(isOfProgram(pid)).map(ownCpuMs));

const ownCpuMs = (pid: number) =>
  sum((unlessGone(() => statOf(pid)) ?? []).slice(11, 13).map(Number)) * CLOCK_TICK_MS;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const programOf = (pid: number) => unlessGone(() => readlinkSync(`/proc/${pid}/exe`));
const isOfProgram = (pid: number) => {
  const program = programOf(pid);
  return (member: number) => programOf(member) === program;
};

/** The same of the process and its descendants, in ms. One that ends meanwhile takes its time with it. */
export const familyCpuMs = (pid: number): number =>
  familyOf(pid).reduce((sum, member) => sum + (unlessGone(() => cpuMs(member)) ?? 0), 0);

export const residentMb = (pid: number): number => megabytes(`/proc/${pid}/status`, 'VmRSS');

/** Memory of the process and its descendants. Shared memory counts once. */
export function proportionalMb(pid: number): number {
  return sum(familyOf(pid).map((member) => megabytes(`/proc/${member}/smaps_rollup`, 'Pss')));
}

function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = unlessGone(() => Number(statOf(Number(name))[1]));
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const family = [pid];
  // The list grows during the loop.
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** Fields after the process name, which may contain spaces and brackets. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function megabytes(path: string, name: string): number {
  const text = unlessGone(() => readFileSync(path, 'utf8')) ?? '';
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0;
  return (Number(kibibytes) * 1024) / 1e6;
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
