import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { storedKeys } from '../../server/src/data-keys.ts';
import { linkPictures, seedRows } from './many-rows.ts';
import { median, quantile } from './median.ts';
import { enter } from './office.ts';
import { exported, questions } from './office-questions.ts';
import { type Plans, plansOf, recordPlans, stopRecordingPlans } from './plans.ts';
import { startProduct } from './product.ts';
import { firstByteMs, wireGet } from './wire.ts';

const WARM_UPS = 3;
export const ROUNDS = 20;
export const ANSWER_WITHIN_MS = 40;

export interface Answered extends Plans {
  name: string;
  p50Ms: number;
  p95Ms: number;
}

/**
 * Asks each question many times, and once more on connections that record plans. With a folder that was kept, its rows
 * are measured again.
 */
export async function measureOffice(keptDir?: string): Promise<Answered[]> {
  const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), 'institute-bench-'));
  try {
    const timed = await withOffice(dataDir, time, stopRecordingPlans);
    const planned = await withOffice(dataDir, ({ once }) => plansOf(dataDir, once), recordPlans);
    return timed.map((times, place) => ({ ...times, ...(planned[place] ?? { lines: [], scanned: [] }) }));
  } finally {
    if (!keptDir) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One question: its name, and the milliseconds of an answer. */
interface Asked {
  name: string;
  once(): Promise<number>;
}

/** Starts the product on the folder, fills it when it is empty, and takes each question in turn. */
async function withOffice<T>(
  dataDir: string,
  take: (asked: Asked) => Promise<T>,
  prepare: (client: pg.Client) => Promise<void>,
): Promise<T[]> {
  const first = await startProduct(dataDir);
  await withClient(dataDir, prepare).finally(first.stop);
  const product = await startProduct(dataDir);
  try {
    const authorization = `Bearer ${await enter(product.origin)}`;
    await withClient(dataDir, (client) => fillOffice(client, dataDir));
    const taken: T[] = [];
    for (const asked of askedOf(product.origin, authorization)) taken.push(await take(asked));
    return taken;
  } finally {
    await product.stop();
  }
}

/** A folder that is kept is full already. Needs an account. */
export async function fillOffice(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query('select from activities limit 100');
  if (rows.length === 100) return;
  await seedRows(client, storedKeys(dataDir));
  await linkPictures(client, dataDir);
}

/** Any authorization passes the caches of the public addresses by. */
const VISITOR = 'Basic YmVuY2g6YmVuY2g=';

const askedOf = (origin: string, authorization: string): Asked[] => [
  ...questions.map(({ name, path }) => ({
    name,
    once: async () => {
      const headers = { authorization: path.startsWith('/api/v1') ? VISITOR : authorization };
      return (await wireGet(origin + path, headers)).ms;
    },
  })),
  ...exported.map(({ name, procedure, filter }) => ({
    name,
    once: async () => {
      const { path, ticket } = await ticketFor(`${origin}/api/trpc/${procedure}.exportTicket`);
      return firstByteMs(origin + path, new URLSearchParams({ ticket }));

      async function ticketFor(url: string): Promise<{ path: string; ticket: string }> {
        const headers = { 'content-type': 'application/json', authorization };
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(filter) });
        return ((await answer.json()) as { result: { data: { path: string; ticket: string } } }).result.data;
      }
    },
  })),
];

async function time({ name, once }: Asked): Promise<{ name: string; p50Ms: number; p95Ms: number }> {
  const times: number[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const ms = await once();
    if (round >= 0) times.push(ms);
  }
  return { name, p50Ms: median(times), p95Ms: quantile(times, 0.95) };
}

export async function withClient(dataDir: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(runningServer(dataDir) ?? {});
  await client.connect();
  await use(client).finally(() => client.end());
}
