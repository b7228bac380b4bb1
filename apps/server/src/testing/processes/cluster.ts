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
  autovacuum: 'off',
};

/** Objects of PostgreSQL itself have lower numbers. */
const FIRST_OID_OF_PRODUCT = 16_384;
/** Where a change of tables, functions and triggers shows, with the number of what each row describes. */
const CATALOGS = {
  pg_attribute: 'attrelid',
  pg_attrdef: 'oid',
  pg_constraint: 'oid',
  pg_event_trigger: 'oid',
  pg_index: 'indexrelid',
  pg_proc: 'oid',
  pg_rewrite: 'oid',
  pg_sequence: 'seqrelid',
  pg_trigger: 'oid',
  pg_type: 'oid',
  // Plans depend on what `analyze` has counted.
  pg_statistic: 'starelid',
};
/** Counts the rows, and names the last transaction that changed one. Truncating changes none of them. */
const SELECT_SHAPE = `select string_agg(changes, ' ' order by changes) as shape from (${[
  ...Object.entries(CATALOGS).map(([catalog, oid]) => [catalog, `where ${oid} >= ${FIRST_OID_OF_PRODUCT}`]),
  ['mikro_orm_migrations', ''],
]
  .map(
    ([table, where]) =>
      `select concat_ws(' ', '${table}', count(*), max(xmin::text::bigint)) as changes from ${table} ${where}`,
  )
  .join(' union all ')})`;
const END_OTHER_CONNECTIONS = `select pg_terminate_backend(pid, 60000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;
const DELETE_ALL_ROWS = `do $$
  declare filled text := (select string_agg(oid::regclass::text, ', ') from pg_class
    where relkind = 'r' and oid >= ${FIRST_OID_OF_PRODUCT} and pg_relation_size(oid) > 0
      and relname <> 'mikro_orm_migrations');
  begin
    -- Triggers refuse to delete movements of money
    set local session_replication_role = replica;
    if filled is not null then execute 'truncate ' || filled || ' cascade'; end if;
    perform setval(seqrelid, seqstart, false) from pg_sequence
      where pg_sequence_last_value(seqrelid) is not null and seqrelid <> 'mikro_orm_migrations_id_seq'::regclass;
  end $$`;

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

export interface TestDatabase {
  connection: PostgresConnection;
  url: string;
  /** Gives the database to the next test without its rows, or drops it where more than rows has changed. */
  drop(): Promise<void>;
}

/** Databases without rows. To make one takes ten times as much computing as to empty one. */
const idleDatabases: string[] = [];
/** That of a database as the migrations leave it. */
let productShape: string | undefined;

/** The database has the product's tables and no rows. With `isEmpty` it has no tables either. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const { inject } = await import('vitest');
  const cluster = inject('cluster');
  const template = isEmpty ? 'template0' : TEMPLATE;
  const database = (isEmpty ? undefined : idleDatabases.pop()) ?? (await copyTemplate(cluster, template));
  const connection = { ...cluster, database };
  if (!isEmpty) productShape ??= await withClient(connection, readShape);
  return {
    connection,
    url: `postgresql://${cluster.user}@localhost:${cluster.port}/${database}?host=${encodeURIComponent(cluster.host)}`,
    drop: async () => {
      if (!isEmpty && (await emptyUnlessChanged(connection))) idleDatabases.push(database);
      else await query(cluster, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
}

async function copyTemplate(cluster: PostgresConnection, template: string): Promise<string> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  // The default writes every page to the log, which takes ten times as much computing.
  await query(cluster, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return database;
}

async function readShape(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SELECT_SHAPE);
  return rows[0]?.shape ?? '';
}

/** Deletes all rows and lets the sequences begin anew. Returns false where tables or functions are not the product's. */
const emptyUnlessChanged = (connection: PostgresConnection): Promise<boolean> =>
  withClient(connection, async (client) => {
    await client.query(END_OTHER_CONNECTIONS);
    // The table of the migrations may be gone
    const shape = await readShape(client).catch(() => undefined);
    if (shape !== productShape) return false;
    await client.query(DELETE_ALL_ROWS);
    return true;
  });

async function withClient<Result>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  return use(client).finally(() => client.end());
}

export async function query<Row extends object = Record<string, unknown>>(
  connection: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await withClient(connection, (client) => client.query<Row>(sql, values));
  return rows;
}
