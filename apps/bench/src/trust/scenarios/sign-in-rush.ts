import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { signUp } from '../../office.ts';
import { startProduct } from '../../product.ts';
import { percentile } from '../percentile.ts';
import { atLeast, atMost, none, noted, type Scenario } from '../scenario.ts';

const AT_ONCE = 80;
const EVERY_MS = 20;
const P99_MS = 300;
const ROUNDS = 3;
const BATCHES = 60;
const BATCHES_A_SECOND = 6;

/**
 * 80 sign-ins at once, and then batches of requests for a new password, while others read the home page, an item and
 * lists that no cache has.
 */
export const scenario: Scenario = {
  name: 'sign-in-rush',
  limitSeconds: 120,
  async run(folder) {
    const product = await startProduct(folder);
    await signUp(product.origin);
    const paths = ['/', `${apiPrefix}/programs?q=`, '/readyz', `${apiPrefix}/posts?q=`];
    let turn = 0;
    const next = () => {
      turn += 1;
      const path = paths[turn % paths.length] ?? '/';
      return path.endsWith('=') ? path + turn : path;
    };
    const read = async (): Promise<number> => {
      const path = next();
      const startedAt = performance.now();
      const answer = await fetch(product.origin + path);
      await answer.text();
      if (!answer.ok) faults.push(`${path}: ${answer.status}`);
      return performance.now() - startedAt;
    };

    const faults: string[] = [];
    for (let warm = 0; warm < 100; warm += 1) await read();
    const idle: number[] = [];
    for (let calm = 0; calm < 100; calm += 1) {
      idle.push(await read());
      await sleep(EVERY_MS);
    }
    const readDuring = async (work: Promise<unknown>): Promise<number[]> => {
      let isOver = false;
      const reads: Promise<number>[] = [];
      work.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        reads.push(read());
        await sleep(EVERY_MS);
      }
      return Promise.all(reads);
    };
    const times: number[] = [];
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rush = Promise.all(Array.from({ length: AT_ONCE }, (_, number) => login(product.origin, number)));
      times.push(...(await readDuring(rush)));
      statuses.push(...(await rush));
    }
    const batches = Promise.all(
      Array.from({ length: BATCHES }, (_, number) => askInBatch(product.origin, number)),
    );
    const duringBatches = await readDuring(batches);
    const taken = (await batches).filter((status) => status !== 400);
    await product.stop();
    const others = statuses.filter((status) => ![200, 401, 429, 503].includes(status));
    return [
      noted('reads without sign-ins, p99', percentile(idle, 99), 'ms'),
      atLeast('reads meanwhile', times.length, 50),
      atMost(`reads during ${AT_ONCE} sign-ins at once, p99`, percentile(times, 99), P99_MS, 'ms'),
      atMost(
        `reads during ${BATCHES} batches of reset requests, p99`,
        percentile(duringBatches, 99),
        P99_MS,
        'ms',
      ),
      none('batches that were not refused', taken.map(String)),
      none('reads that failed', faults),
      noted('sign-ins refused with 503', statuses.filter((status) => status === 503).length),
      none('sign-ins with another answer than 200, 401, 429 and 503', others.map(String)),
    ];
  },
};

async function login(origin: string, number: number): Promise<number> {
  const email = number % 2 ? 'bench@institute.example' : `nobody-${number}@institute.example`;
  const answer = await fetch(`${origin}${apiPrefix}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a-long-kitenge-thread-9' }),
  });
  await answer.text();
  return answer.status;
}

/** 25 requests for a new password in one call. */
async function askInBatch(origin: string, number: number): Promise<number> {
  await sleep((number * 1000) / BATCHES_A_SECOND);
  const calls = Array.from({ length: 25 }, () => ({ email: 'bench@institute.example' }));
  const answer = await fetch(`${origin}/api/trpc/${calls.map(() => 'auth.requestReset')}?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...calls }),
  });
  await answer.text();
  return answer.status;
}
