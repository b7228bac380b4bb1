import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeskColumn, type DeskSort, deskColumns } from '@institute/contract/registrations.constants';
import { runningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { storedKeys } from '../../server/src/crypto/data-keys.ts';
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
  programId?: number;
  from?: string;
  to?: string;
  sort?: DeskSort;
  offset?: number;
}

const year = { from: '2020-01-01', to: '2020-12-31' };
const MIDDLE = AMOUNT / 2;

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
  { name: 'a phone in another notation', q: '0700395950' },
  { name: 'a part of a reference', q: '2020-0400' },
  { name: 'a program, of a fifth', q: 'fashion' },
  { name: 'a reference', q: 'REG-2020-040000' },
  { name: 'nobody', q: 'nobody of this name' },
  { name: 'one program', programId: 2 },
  { name: 'one program and status, last page', programId: 2, status: 'new', offset: 4000 },
  { name: 'one year', ...year },
  { name: 'one year, program and status', ...year, programId: 2, status: 'accepted' },
  ...deskColumns.flatMap((column): Asked[] => [
    { name: `by ${column}`, sort: column },
    { name: `by ${column}, middle page`, sort: column, offset: MIDDLE },
    { name: `by ${column} downwards, last page`, sort: `-${column}`, offset: AMOUNT - 20 },
  ]),
  { name: 'one program and year, by name', ...year, programId: 2, sort: 'name' },
  { name: 'one status, by program, middle page', status: 'new', sort: 'program', offset: 10_000 },
  { name: 'a name, by name', q: 'Nakato', sort: 'name' },
  { name: 'a name, by program', q: 'Nakato', sort: 'program' },
  { name: 'a mail provider, by email', q: 'gmail.com', sort: 'email' },
  { name: 'a mail provider, by start date downwards', q: 'gmail.com', sort: '-startDate' },
  { name: 'a mail provider, by status', q: 'gmail.com', sort: 'status' },
  { name: 'a mail provider in one program, by name', q: 'gmail.com', programId: 2, sort: 'name' },
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

const plainOrder: Record<DeskColumn, string[]> = {
  name: ['last_name', 'first_name', 'r.id'],
  reference: ['reference', 'r.id'],
  email: ['email', 'r.id'],
  phone: ['phone', 'r.id'],
  program: ['p.name', 'r.id'],
  startDate: ['start_date', 'r.id'],
  status: ['r.status', 'r.id'],
  createdAt: ['r.created_at', 'r.id'],
};

/** The page and the exact count as straightforward SQL, with the same indexes. */
async function askPlainly(
  client: pg.Client,
  { q = '', status, programId, from, to, sort = '-createdAt', offset = 0 }: Asked,
): Promise<number> {
  const where = `r.deleted_at is null and ($1 = '' or r.search like '%' || fold($1) || '%' or reference = $1)
    and ($2::text is null or r.status = $2) and ($3::int is null or program_id = $3)
    and ($4::date is null or r.created_at >= $4) and ($5::date is null or r.created_at < $5::date + 1)`;
  const rows = `from registrations r left join programs p on p.id = program_id where ${where}`;
  const values = [q, status, programId, from, to];
  const order = plainOrder[sort.replace('-', '') as DeskColumn]
    .map((column) => (sort.startsWith('-') ? `${column} desc` : column))
    .join();
  const startedAt = performance.now();
  await client.query(`select count(*) ${rows}`, values);
  await client.query(`select r.* ${rows} order by ${order} limit 20 offset ${offset}`, values);
  return performance.now() - startedAt;
}
