import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '../../product.ts';
import { lostMessages, postgresPid, postgresPids } from '../database.ts';
import { startLoad } from '../load.ts';
import { eventLoopLagMs } from '../metrics.ts';
import { untilReady } from '../recovery.ts';
import { atLeast, atMost, none, noted, type Scenario } from '../scenario.ts';

const KILLS = 10;
const RESTARTS = 5;
const STOPPED_MS = 15_000;
const PAUSE_MS = 1000;
const RECOVERY_MS = 5000;
const ANSWER_MS = 10_000;
const LAG_MS = 100;

/** PostgreSQL is killed, restarted and stopped, while visitors read and write. */
export const scenario: Scenario = {
  name: 'database-faults',
  limitSeconds: 180,
  async run(folder) {
    const product = await startProduct(folder);
    await (await fetch(product.origin)).text();
    await eventLoopLagMs(product.origin);
    const load = startLoad(product.origin, { perSecond: 60 });
    await sleep(PAUSE_MS);

    const killed = await repeat(KILLS, () => process.kill(postgresPid(folder), 'SIGKILL'));
    // The signal for a fast shutdown. The product starts PostgreSQL again, as an operator's machine would.
    const restarted = await repeat(RESTARTS, () => process.kill(postgresPid(folder), 'SIGINT'));
    const stopped = postgresPids(folder);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    await sleep(STOPPED_MS);
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    const afterStopMs = await untilReady(product.origin);
    await sleep(PAUSE_MS);
    const lagMs = await eventLoopLagMs(product.origin);
    await load.stop();

    const { seen } = load;
    const lost = await lostMessages(folder, seen.accepted);
    await product.stop();
    return [
      noted('requests answered', seen.answered),
      noted('of them refused with 503 and Retry-After', seen.refused),
      atLeast('messages accepted', seen.accepted.length, 100),
      none('accepted messages that are missing', lost),
      none('other answers and broken connections', seen.faults),
      none('cached pages that did not come', seen.pageFaults),
      atMost('slowest answer', seen.slowestMs, ANSWER_MS, 'ms'),
      atMost(`slowest recovery of ${KILLS} times kill -9`, killed, RECOVERY_MS, 'ms'),
      atMost(`slowest recovery of ${RESTARTS} restarts`, restarted, RECOVERY_MS, 'ms'),
      atMost(`recovery after ${STOPPED_MS / 1000} s stopped`, afterStopMs, RECOVERY_MS, 'ms'),
      atMost('event loop lag, p99', lagMs, LAG_MS, 'ms'),
    ];

    async function repeat(times: number, strike: () => void): Promise<number> {
      let slowestMs = 0;
      for (let round = 0; round < times; round += 1) {
        strike();
        slowestMs = Math.max(slowestMs, await untilReady(product.origin));
        await sleep(PAUSE_MS);
      }
      return slowestMs;
    }
  },
};
