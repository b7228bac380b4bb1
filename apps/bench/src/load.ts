import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Load {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  seconds: number;
  /** Default: `CONNECTIONS`. */
  connections?: number;
}

/** Results of one round of load. */
export interface Round {
  answers: number;
  perSecond: number;
  p99Ms: number;
}

type Counted = Round & { bad: number };

export const CONNECTIONS = 50;
/** Placeholder in a header. Each request gets another text in its place. */
export const EACH_ID = '[<id>]';
/** Processes of autocannon. A single one is slower than a server that answers from memory. */
const PROCESSES = 4;

const run = promisify(execFile);
const wrk = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'wrk'))
  .find((file) => existsSync(file));

export const generator = wrk ? '`wrk`' : `${PROCESSES} processes of autocannon`;

/** Puts load on a server from other processes. Every answer must be a success. */
export async function putLoad(load: Load): Promise<Round> {
  const { bad, ...round } = wrk ? await withWrk(wrk, load) : await withAutocannon(load);
  if (bad > 0) throw new Error(`${bad} requests to ${load.url} were not answered well.`);
  if (round.answers === 0) throw new Error(`${load.url} answered nothing.`);
  return round;
}

async function withWrk(program: string, load: Load): Promise<Counted> {
  const script = join(tmpdir(), `institute-bench-${randomUUID()}.lua`);
  await writeFile(script, wrkScript(load));
  try {
    const { stdout } = await run(program, [
      ...['-t1', `-c${load.connections ?? CONNECTIONS}`, `-d${load.seconds}s`, '-s', script],
      '--timeout=30s',
      ...Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      load.url,
    ]);
    return JSON.parse(stdout.slice(stdout.indexOf('{')));
  } finally {
    await rm(script);
  }
}

/** Defines `request` only where each request differs: without it wrk sends the same bytes, which is fastest. */
const wrkScript = ({ method, headers, body }: Load): string => {
  const [own] = Object.entries(headers).find(([, value]) => value.includes(EACH_ID)) ?? [];
  const each = `
local count = 0
function request()
  count = count + 1
  wrk.headers["${own}"] = "${own && headers[own]?.replace(EACH_ID, `${randomUUID()}-`)}" .. count
  return wrk.format()
end`;
  return `
wrk.method = "${method}"
${body === undefined ? '' : `wrk.body = [==[${body}]==]`}
${own === undefined ? '' : each}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"answers":%d,"perSecond":%f,"p99Ms":%f,"bad":%d}',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(99) / 1000,
    e.status + e.connect + e.read + e.write + e.timeout))
end
`;
};

async function withAutocannon(load: Load): Promise<Counted> {
  const worker = `${import.meta.dirname}/load.worker.ts`;
  const rounds = await Promise.all(
    Array.from({ length: PROCESSES }, async (): Promise<Counted> => {
      const { stdout } = await run(process.execPath, [worker, JSON.stringify(load)]);
      return JSON.parse(stdout);
    }),
  );
  const sum = (of: (round: Counted) => number) => rounds.reduce((total, round) => total + of(round), 0);
  return {
    answers: sum(({ answers }) => answers),
    perSecond: sum(({ perSecond }) => perSecond),
    p99Ms: Math.max(...rounds.map(({ p99Ms }) => p99Ms)),
    bad: sum(({ bad }) => bad),
  };
}
