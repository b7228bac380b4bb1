import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { storedKeys } from '../../server/src/data-keys.ts';
import { AMOUNT, seedRegistrations } from './many-registrations.ts';
import { median, quantile } from './median.ts';
import { signUp } from './office.ts';
import { startProduct } from './product.ts';
import { wireGet } from './wire.ts';

const WARM_UPS = 5;
export const ROUNDS = 40;
export const ANSWER_WITHIN_MS = 50;

interface Asked {
  name: string;
  q?: string;
  status?: string;
  offset?: number;
}

const questions: Asked[] = [
  { name: 'no search, first page' },
  { name: 'no search, last page', offset: AMOUNT - 20 },
  { name: 'one status, first page', status: 'accepted' },
  { name: 'one letter, in every row', q: 'a' },
  { name: 'one letter, in no row', q: 'ж' },
  { name: 'two letters, in most rows', q: 'an' },
  { name: 'two letters, in no row', q: 'zq' },
  { name: 'a name', q: 'Nakato' },
  { name: 'a name with an accent, typed without', q: 'zainab otim' },
  { name: 'a mail provider, in a quarter of the rows', q: 'gmail.com' },
  { name: 'the same, last page', q: 'gmail.com', offset: 980 },
  { name: 'an illness, of one in twenty-five', q: 'epilepsy' },
  { name: 'an illness, last page', q: 'asthma', offset: 980 },
  { name: 'an allergy, of one in ten', q: 'groundnuts' },
  { name: 'a medication, of one in twenty', q: 'twice a day' },
  { name: 'a rare medication', q: 'insulin' },
  { name: 'three letters of an illness', q: 'psy' },
  { name: 'trigrams of an illness in another order', q: 'sickle celldust' },
  { name: 'a part of a phone', q: '79190' },
  { name: 'a reference', q: 'REG-2020-050000' },
  { name: 'nobody', q: 'nobody of this name' },
];

export interface Search {
  name: string;
  p50Ms: number;
  p95Ms: number;
  /** 95th percentile of the plain statements on the same PostgreSQL. */
  plainP95Ms: number;
}

/** Runs each search many times on the product and directly on its database, in turn. */
export async function measureSearches(): Promise<Search[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'institute-bench-'));
  const product = await startProduct(dataDir);
  const client = new pg.Client(runningServer(dataDir) ?? {});
  try {
    await client.connect();
    await seedRegistrations(client, storedKeys(dataDir));
    const authorization = `Bearer ${await signUp(product.origin)}`;
    const found: Search[] = [];
    for (const asked of questions) {
      const { name, ...query } = asked;
      const input = encodeURIComponent(JSON.stringify({ limit: 20, offset: 0, ...query }));
      const url = `${product.origin}/api/trpc/registrations.list?input=${input}`;
      const times: number[] = [];
      const plainTimes: number[] = [];
      for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
        const { ms } = await wireGet(url, { authorization });
        const plainMs = await askPlainly(client, asked);
        if (round < 0) continue;
        times.push(ms);
        plainTimes.push(plainMs);
      }
      found.push({
        ...{ name, p50Ms: median(times), p95Ms: quantile(times, 0.95) },
        plainP95Ms: quantile(plainTimes, 0.95),
      });
    }
    return found;
  } finally {
    await client.end();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The page and the exact count as straightforward SQL, with the same indexes. */
async function askPlainly(client: pg.Client, { q = '', status, offset = 0 }: Asked): Promise<number> {
  const where = `deleted_at is null and ($1 = '' or search like '%' || fold($1) || '%' or reference = $1)
    and ($2::text is null or status = $2)`;
  const startedAt = performance.now();
  await client.query(`select count(*) from registrations where ${where}`, [q, status]);
  await client.query(
    `select * from registrations where ${where} order by created_at desc, id desc limit 20 offset ${offset}`,
    [q, status],
  );
  return performance.now() - startedAt;
}
