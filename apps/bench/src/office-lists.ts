import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { storedKeys } from '../../server/src/crypto/data-keys.ts';
import { linkImages, seedRows } from './many-rows.ts';
import { median, quantile } from './median.ts';
import { enter } from './office.ts';
import { exported, questions } from './office-questions.ts';
import { type Plans, plansOf, recordPlans, stopRecordingPlans } from './plans.ts';
import { areKnown, familyCpuMs } from './process-figures.ts';
import { startProduct } from './product.ts';
import { firstByteMs, wireGet } from './wire.ts';

const WARM_UPS = 3;
export const ROUNDS = 20;
export const ANSWER_WITHIN_MS = 40;

interface Timed {
  name: string;
  p50Ms: number;
  p95Ms: number;
  /** Processor time of an answer, of node and PostgreSQL together. Undefined where it is not known. */
  cpuMs: number | undefined;
}

export type Answered = Timed & Plans;

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

/** One question: its name, the milliseconds of an answer, and the process that answers. */
interface Asked {
  name: string;
  once(): Promise<number>;
  pid: number;
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
    for (const asked of askedOf(product.origin, authorization)) {
      taken.push(await take({ ...asked, pid: product.pid }));
    }
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
  await linkImages(client, dataDir);
}

/** Any authorization passes the caches of the public addresses by. */
const VISITOR = 'Basic YmVuY2g6YmVuY2g=';

const askedOf = (origin: string, authorization: string): Omit<Asked, 'pid'>[] => [
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

async function time({ name, once, pid }: Asked): Promise<Timed> {
  for (let round = 0; round < WARM_UPS; round += 1) await once();
  const times: number[] = [];
  const before = areKnown ? familyCpuMs(pid) : undefined;
  for (let round = 0; round < ROUNDS; round += 1) times.push(await once());
  const cpuMs = before === undefined ? undefined : Math.max(0, familyCpuMs(pid) - before) / ROUNDS;
  return { name, p50Ms: median(times), p95Ms: quantile(times, 0.95), cpuMs };
}

export async function withClient(dataDir: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(runningServer(dataDir) ?? {});
  await client.connect();
  await use(client).finally(() => client.end());
}
