import { availableParallelism } from 'node:os';
import { putLoad } from './load.ts';
import { median } from './median.ts';
import { areKnown, cpuMs, idleMs } from './process-figures.ts';
import type { Side } from './product.ts';
import { pastTheCache } from './uncached.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 3;
const LEAST_SHARE = 0.9;

/** Four, or one for each core where there are fewer. */
export const COUNT = Math.max(2, Math.min(4, availableParallelism()));

const compressed = { 'accept-encoding': 'gzip, deflate, br' };
const requests = [
  { name: '`GET /`', path: '/', headers: compressed },
  { name: '`GET /api/v1/programs`', path: '/api/v1/programs', headers: compressed },
  { name: '`GET /api/v1/programs` past the cache', path: '/api/v1/programs', headers: pastTheCache },
];

export interface Scaling {
  name: string;
  /** Answers per second of several processes, and of one. */
  several: number;
  one: number;
  ratio: number;
  /** Processor time that other work left to the several processes, in multiples of what one process used. */
  room: number;
  /** Answers per second of processor time: those of several, divided by those of one. */
  cpuRatio: number;
  p99Ms: [several: number, one: number];
  isMet: boolean;
}

/** Puts the same load on several processes and on one in turn. Both run all the time. */
export async function compareProcesses(several: Side, one: Side): Promise<Scaling[]> {
  const scalings: Scaling[] = [];
  if (!areKnown) return scalings;
  for (const { name, path, headers } of requests) {
    const measure = (side: Side) => round(side, path, headers);
    await Promise.all([measure(several), measure(one)]);
    const rounds: { several: Round; one: Round }[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      rounds.push({ several: await measure(several), one: await measure(one) });
    }
    const middle = (of: (both: (typeof rounds)[number]) => number) => median(rounds.map(of));
    const ratio = middle((both) => both.several.perSecond / both.one.perSecond);
    const room = middle((both) => both.several.freeCores / both.one.usedCores);
    scalings.push({
      ...{ name, ratio, room, isMet: ratio >= LEAST_SHARE * Math.min(room, COUNT) },
      several: middle((both) => both.several.perSecond),
      one: middle((both) => both.one.perSecond),
      cpuRatio: middle((both) => both.several.perCpuSecond / both.one.perCpuSecond),
      p99Ms: [middle((both) => both.several.p99Ms), middle((both) => both.one.p99Ms)],
    });
  }
  return scalings;
}

type Round = Awaited<ReturnType<typeof round>>;

async function round({ origin, pid }: Side, path: string, headers: Record<string, string>) {
  const before = { at: performance.now(), own: cpuMs(pid), idle: idleMs() };
  const load = await putLoad({ method: 'GET', url: origin + path, headers, seconds: ROUND_SECONDS });
  const tookMs = performance.now() - before.at;
  const usedMs = cpuMs(pid) - before.own;
  return {
    ...load,
    perCpuSecond: load.answers / (usedMs / 1000),
    usedCores: usedMs / tookMs,
    freeCores: (usedMs + idleMs() - before.idle) / tookMs,
  };
}
