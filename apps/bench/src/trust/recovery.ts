import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_MS = 2500;
const GIVE_UP_MS = 30_000;
/** A fault takes a moment to be felt. */
const FELT_AFTER_MS = 20;

/** The time until /readyz says 200 again; `GIVE_UP_MS` if it never does. */
export async function untilReady(origin: string): Promise<number> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  await sleep(FELT_AFTER_MS);
  while (elapsed() < GIVE_UP_MS && !(await isReady(origin))) await sleep(20);
  return elapsed();
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  );
}
