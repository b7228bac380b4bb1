import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { percentile } from './percentile.ts';

/** A time with a steady number of requests, sent when they are due and not when the last ones are answered. */
export interface Phase {
  name: string;
  seconds: number;
  readsPerSecond: number;
  formsPerSecond: number;
}

export interface Visit {
  phase: string;
  kind: 'read' | 'form';
  /** Since the phase began. */
  dueAtMs: number;
  /** From the moment at which it was due to the last byte of the answer. */
  tookMs: number;
  /** `refused` is a 503 with Retry-After. Anything else says what was wrong. */
  outcome: 'answered' | 'refused' | { fault: string };
}

export interface Visits {
  visits: Visit[];
  /** How late the generator sent its requests, and its processor time over that of one core. */
  generator: { lateMs: number; busy: number };
}

/** Sends the phases from a process of its own. `onPhase` hears of the beginning of each, and of the end. */
export async function sendVisits(
  origin: string,
  phases: Phase[],
  onPhase: (name: string) => void = () => {},
): Promise<Visits> {
  const worker = fork(join(import.meta.dirname, 'visits.worker.ts'), [JSON.stringify({ origin, phases })], {
    serialization: 'advanced',
  });
  let result: Visits | undefined;
  worker.on('message', (message: Visits | { phase: string }) => {
    if ('phase' in message) onPhase(message.phase);
    else result = message;
  });
  await once(worker, 'exit');
  if (!result) throw new Error('The generator of the load has failed.');
  return result;
}

const answered = (visits: readonly Visit[]) => visits.filter(({ outcome }) => outcome === 'answered');

/** The 99th percentile of the answers that were no refusals. */
export const p99Of = (visits: readonly Visit[]): number =>
  percentile(
    answered(visits).map(({ tookMs }) => tookMs),
    99,
  );

export const refusedOf = (visits: readonly Visit[]): number =>
  visits.filter(({ outcome }) => outcome === 'refused').length;

export const faultsOf = (visits: readonly Visit[]): string[] =>
  visits.flatMap(({ outcome }) => (typeof outcome === 'object' ? [outcome.fault] : []));
