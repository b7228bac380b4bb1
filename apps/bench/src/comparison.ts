import { type Load, putLoad, type Round } from './load.ts';
import { median } from './median.ts';
import { areKnown, cpuMs } from './process-figures.ts';
import type { Side } from './product.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 3;

export type Request = Omit<Load, 'url' | 'seconds'> & { path: string };

export interface Figures {
  perSecond: number;
  p99Ms: number;
  /** Answers per second of the server's processor time; undefined outside Linux. */
  perCpuSecond: number | undefined;
}

export interface Comparison {
  name: string;
  product: Figures;
  bare: Figures;
  ratio: number;
  cpuRatio: number | undefined;
  target: number;
  cpuTarget: number;
  isMet: boolean;
}

type Contest = {
  name: string;
  target: number;
  /** The lowest accepted ratio of answers per second of processor time. */
  cpuTarget: number;
  product: [Side, Request];
  bare: [Side, Request];
};

/** Puts the same load on both in turn, so that other work on the machine affects both. */
export async function compare({ name, target, cpuTarget, product, bare }: Contest): Promise<Comparison> {
  for (const side of [product, bare]) await round(...side, WARM_UP_SECONDS);
  const rounds = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    rounds.push({
      product: await round(...product, ROUND_SECONDS),
      bare: await round(...bare, ROUND_SECONDS),
    });
  }
  const ratio = median(rounds.map((both) => both.product.perSecond / both.bare.perSecond));
  const cpuRatio = areKnown
    ? median(rounds.map((both) => both.product.perCpuSecond / both.bare.perCpuSecond))
    : undefined;
  return {
    ...{ name, target, cpuTarget, ratio, cpuRatio },
    product: figures(rounds.map((both) => both.product)),
    bare: figures(rounds.map((both) => both.bare)),
    isMet: ratio >= target && (cpuRatio ?? cpuTarget) >= cpuTarget,
  };
}

type Measured = Round & { perCpuSecond: number };

async function round(
  { origin, pid }: Side,
  { path, ...request }: Request,
  seconds: number,
): Promise<Measured> {
  const before = areKnown ? cpuMs(pid) : 0;
  const load = await putLoad({ ...request, url: origin + path, seconds });
  const used = areKnown ? cpuMs(pid) - before : 0;
  return { ...load, perCpuSecond: load.answers / (used / 1000) };
}

const figures = (rounds: Measured[]): Figures => ({
  perSecond: median(rounds.map((each) => each.perSecond)),
  p99Ms: median(rounds.map((each) => each.p99Ms)),
  perCpuSecond: areKnown ? median(rounds.map((each) => each.perCpuSecond)) : undefined,
});
