import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Connection,
  type EmbeddedServer,
  runningServer,
  startEmbedded,
} from '@institute/embedded-postgres';
import { readPidFile } from '@institute/embedded-postgres/orphan';
import pg from 'pg';
import { prepareDataDir } from '../../../server/src/crypto/data-dir.ts';

/** Starts a PostgreSQL of the scenario's own, in a folder of its own. */
export async function startDatabase(folder: string): Promise<{ dataDir: string; server: EmbeddedServer }> {
  const dataDir = join(folder, 'database');
  for (const each of [folder, dataDir]) prepareDataDir(each);
  return { dataDir, server: await startEmbedded({ dataDir }) };
}

/** The address of a database, as operators set it. */
export const urlOf = ({ user, port, host, database }: Connection): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** PostgreSQL's first process. */
export function postgresPid(dataDir: string): number {
  const pid = readPidFile(join(dataDir, 'postgres'))?.pid;
  if (!pid) throw new Error('PostgreSQL does not run.');
  return pid;
}

/** The first process and all its children. */
export function postgresPids(dataDir: string): number[] {
  const pid = postgresPid(dataDir);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children.filter(Boolean).map(Number)];
}

/** Asks the product's own PostgreSQL. */
export async function query<Row extends pg.QueryResultRow>(dataDir: string, sql: string): Promise<Row[]> {
  const db = new pg.Client(runningServer(dataDir));
  await db.connect();
  try {
    return (await db.query<Row>(sql)).rows;
  } finally {
    await db.end();
  }
}

/** Accepted messages that are not stored. */
export async function lostMessages(dataDir: string, accepted: readonly string[]): Promise<string[]> {
  const rows = await query<{ email: string }>(dataDir, 'select email from messages');
  const stored = new Set(rows.map(({ email }) => email));
  return accepted.filter((email) => !stored.has(email));
}
