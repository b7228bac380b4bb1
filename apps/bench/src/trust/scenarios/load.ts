import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, residentMb } from '../../process-figures.ts';
import { startProduct } from '../../product.ts';
import { atMost, none, noted, type Scenario } from '../scenario.ts';
import { faultsOf, type Phase, p99Of, refusedOf, sendVisits, type Visit } from '../visits.ts';

const [READS, FORMS] = [200, 20];
const usual = { readsPerSecond: READS, formsPerSecond: FORMS };
const tenfold = { readsPerSecond: 10 * READS, formsPerSecond: 10 * FORMS };
/** Memory settles before it is compared. */
const WARM_SECONDS = 30;
const STEADY_SECONDS = 60;
const RUSH_SECONDS = 20;
const AFTER_SECONDS = 15;
/** Memory goes up and down with the collections, so that means of this time are compared. */
const MEMORY_SECONDS = 15;

const READ_MS = 250;
const FORM_MS = 500;
const RUSH_MS = 2000;
const NORMAL_AFTER_S = 10;
const GROWTH_PERCENT = 10;
/** If the generator is later than this, the figures tell about the generator. */
const LATE_MS = 50;

const phases: Phase[] = [
  { name: 'warm', seconds: WARM_SECONDS, ...usual },
  { name: 'steady', seconds: STEADY_SECONDS, ...usual },
  { name: 'rush', seconds: RUSH_SECONDS, ...tenfold },
  { name: 'after', seconds: AFTER_SECONDS, ...usual },
];

/** 200 reads and 20 forms a second; then ten times as many, more than the process can do; then as before. */
export const scenario: Scenario = {
  name: 'load',
  limitSeconds: 240,
  async run(folder) {
    const product = await startProduct(folder, { LOG_LEVEL: 'warn' });
    const memory: number[] = [];
    const probes: number[] = [];
    const usedMs = new Map<string, number>();
    let phase = '';
    const watch = setInterval(() => {
      if (phase === 'steady') memory.push(residentMb(product.pid));
      if (phase === 'rush') readiness(product.origin).then((status) => probes.push(status));
    }, 500);
    const { visits, generator } = await sendVisits(product.origin, phases, (name) => {
      phase = name;
      usedMs.set(name, cpuMs(product.pid));
    });
    clearInterval(watch);
    await sleep(500);
    await product.stop();

    const of = (name: string, kind?: Visit['kind']) =>
      visits.filter((visit) => visit.phase === name && (kind === undefined || visit.kind === kind));
    const busy = (from: string, to: string, seconds: number) =>
      ((usedMs.get(to) ?? 0) - (usedMs.get(from) ?? 0)) / seconds / 10;
    const [steady, rush] = [of('steady'), of('rush')];
    const samples = MEMORY_SECONDS * 2;
    const before = mean(memory.slice(0, samples));
    const growth = (mean(memory.slice(-samples)) / before - 1) * 100;
    const accepted = rush.filter(({ outcome }) => outcome === 'answered');
    return [
      noted(`requests in ${STEADY_SECONDS} s`, steady.length),
      atMost('reads, p99', p99Of(of('steady', 'read')), READ_MS, 'ms'),
      atMost('forms, p99', p99Of(of('steady', 'form')), FORM_MS, 'ms'),
      none(
        'refusals',
        steady.filter(({ outcome }) => outcome === 'refused').map(({ kind }) => kind),
      ),
      none('other answers and broken connections', faultsOf(steady)),
      noted('memory before', before, 'MB'),
      atMost('growth of memory', growth, GROWTH_PERCENT, '%'),
      noted('processor time of the server', busy('steady', 'rush', STEADY_SECONDS), '% of a core'),
      noted(`ten times as many for ${RUSH_SECONDS} s: requests`, rush.length),
      noted('ten times: accepted', accepted.length),
      noted('ten times: refused with 503 and Retry-After', refusedOf(rush)),
      atMost('ten times: reads accepted, p99', p99Of(of('rush', 'read')), RUSH_MS, 'ms'),
      atMost('ten times: forms accepted, p99', p99Of(of('rush', 'form')), RUSH_MS, 'ms'),
      none('ten times: other answers and broken connections', faultsOf(rush)),
      none(
        'ten times: readiness probes that were not 200',
        probes.filter((status) => status !== 200).map(String),
      ),
      noted('ten times: processor time of the server', busy('rush', 'after', RUSH_SECONDS), '% of a core'),
      atMost('normal again after', normalAfter(of('after')), NORMAL_AFTER_S, 's'),
      noted('processor time of the generator, on average', generator.busy * 100, '% of a core'),
      atMost('delay of the generator, p99', generator.lateMs, LATE_MS, 'ms'),
    ];
  },
};

/** The number of seconds after which every further second was as it should be. */
function normalAfter(visits: Visit[]): number {
  for (let second = AFTER_SECONDS - 1; second >= 0; second -= 1) {
    const during = visits.filter(({ dueAtMs }) => Math.floor(dueAtMs / 1000) === second);
    const isNormal =
      during.every(({ outcome }) => outcome === 'answered') &&
      p99Of(during.filter(({ kind }) => kind === 'read')) <= READ_MS &&
      p99Of(during.filter(({ kind }) => kind === 'form')) <= FORM_MS;
    if (!isNormal) return second + 1;
  }
  return 0;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const readiness = (origin: string): Promise<number> =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status,
    () => 0,
  );
