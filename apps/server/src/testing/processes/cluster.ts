import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresConnection, startEmbedded } from '@institute/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDataDir } from '../../crypto/data-dir.ts';
import { migrate } from '../../database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: PostgresConnection;
  }
}

const TEMPLATE = 'template_test';
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

export default async function setUpCluster(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'institute-test-'));
  prepareDataDir(dataDir);
  const server = await startEmbedded({ dataDir, settings: FAST_SETTINGS });

  await query(server.connection, `CREATE DATABASE ${TEMPLATE}`);
  await migrate({ ...server.connection, database: TEMPLATE });
  project.provide('cluster', server.connection);

  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export type TestDatabase = { connection: PostgresConnection; url: string; drop(): Promise<void> };

/** Made ahead, because PostgreSQL waits for a checkpoint or two while it makes one. */
let spareDatabase: Promise<TestDatabase> | undefined;

/** The database has the product's tables and no rows. With `isEmpty` it has no tables either. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  if (isEmpty) return copyTemplate('template0');
  const made = spareDatabase ?? copyTemplate(TEMPLATE);
  spareDatabase = made.then(() => copyTemplate(TEMPLATE));
  spareDatabase.catch(() => undefined);
  return made;
}

async function copyTemplate(template: string): Promise<TestDatabase> {
  const { inject } = await import('vitest');
  const cluster = inject('cluster');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  // The default writes every page to the log, which takes ten times as much computing.
  await query(cluster, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);

  const connection = { ...cluster, database };
  return {
    connection,
    url: `postgresql://${cluster.user}@localhost:${cluster.port}/${database}?host=${encodeURIComponent(cluster.host)}`,
    drop: async () => void (await query(cluster, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)),
  };
}

export async function query<Row extends object = Record<string, unknown>>(
  connection: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<Row>(sql, values).finally(() => client.end());
  return rows;
}
