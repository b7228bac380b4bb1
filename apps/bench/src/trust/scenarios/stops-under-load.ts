import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '../../product.ts';
import { lostMessages } from '../database.ts';
import { startLoad } from '../load.ts';
import { atLeast, atMost, exactly, none, noted, type Scenario } from '../scenario.ts';

const STOPS = 10;
const PER_SECOND = 50;
const EXIT_MS = 10_000;
/**
 * The process takes new connections for a grace time of 2 s, and answers whatever it took. What comes later is refused;
 * a load balancer that asks /readyz every second sends nothing any more by then.
 */
const SENT_FOR_MS = 1900;
const SEEN_AFTER_MS = 1000;

/** SIGTERM, as a deployment sends it, at 50 requests a second. */
export const scenario: Scenario = {
  name: 'stops-under-load',
  limitSeconds: 300,
  async run(folder) {
    const accepted: string[] = [];
    const faults: string[] = [];
    let [answered, notReady, slowestMs] = [0, 0, 0];
    for (let stop = 0; stop < STOPS; stop += 1) {
      const product = await startProduct(folder);
      const load = startLoad(product.origin, { perSecond: PER_SECOND });
      await sleep(1500);
      const startedAt = performance.now();
      const stopped = product.stop();
      const nearlyOver = sleep(SENT_FOR_MS);
      await sleep(SEEN_AFTER_MS);
      if ((await readiness(product.origin)) === 503) notReady += 1;
      await nearlyOver;
      await load.stop();
      await stopped;
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      faults.push(...load.seen.faults, ...load.seen.pageFaults);
      accepted.push(...load.seen.accepted);
      answered += load.seen.answered;
    }
    const product = await startProduct(folder);
    const lost = await lostMessages(folder, accepted);
    await product.stop();
    return [
      noted('requests answered', answered),
      atLeast('messages accepted', accepted.length, 100),
      none('accepted messages that are missing', lost),
      none(`requests of the grace time that failed in ${STOPS} stops by SIGTERM`, faults),
      exactly('stops after which /readyz said 503', notReady, STOPS),
      atMost('slowest exit', slowestMs, EXIT_MS, 'ms'),
    ];
  },
};

const readiness = (origin: string): Promise<number> =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );
