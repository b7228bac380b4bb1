import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, type EmbeddedServer, startEmbedded } from '@institute/embedded-postgres';
import pg from 'pg';
import { migrateTo } from '../../../../server/src/testing/migrate-to.ts';
import { startProduct } from '../../product.ts';
import { postgresPid, startDatabase, urlOf } from '../database.ts';
import { atLeast, atMost, exactly, none, noted, type Scenario } from '../scenario.ts';

/** The state of an early version, from which all later migrations run. */
const OLD = '0010-activity-entity-types';
const ROWS = 10_000;
const KILLS = 40;
const KILLS_OF_POSTGRES = 10;
const START_MS = 60_000;

/** The migrations of all later versions are cut off again and again, on a database of an early version. */
export const scenario: Scenario = {
  name: 'killed-migrations',
  limitSeconds: 900,
  async run(folder) {
    const { dataDir, server: first } = await startDatabase(folder);
    let server = first;
    await execute(server.connection, 'create database old');
    await migrateTo({ ...server.connection, database: 'old' }, OLD);
    await fill({ ...server.connection, database: 'old' });
    const before = await fingerprint({ ...server.connection, database: 'old' });

    const uninterrupted = await copyOfOld(server, 'uninterrupted');
    const { tookMs } = await migrateAndKill(uninterrupted);
    const after = await fingerprint(uninterrupted);
    const rows = await rowsOf(uninterrupted);

    const states = { old: 0, new: 0 };
    const faults: string[] = [];
    const total = KILLS + KILLS_OF_POSTGRES;
    for (let kill = 0; kill < total; kill += 1) {
      const isOfPostgres = kill % (total / KILLS_OF_POSTGRES) === 0;
      const killed = await copyOfOld(server, `killed_${kill}`);
      await migrateAndKill(killed, (tookMs * (kill + 0.5)) / total, () => {
        if (isOfPostgres) process.kill(postgresPid(dataDir), 'SIGKILL');
      });
      if (isOfPostgres) server = await restarted(server, dataDir);
      const copy = { ...server.connection, database: killed.database };
      await untilAlone(copy);

      const found = await fingerprint(copy);
      if (found === before) states.old += 1;
      else if (found === after) states.new += 1;
      else faults.push(`after ${Math.round((tookMs * (kill + 0.5)) / total)} ms`);
      await migrateAndKill(copy);
      if ((await fingerprint(copy)) !== after || (await rowsOf(copy)) !== rows) {
        faults.push(`not new after another start: ${killed.database}`);
      }
      if (kill < total - 1) await execute(server.connection, `drop database ${killed.database}`);
    }

    const last = await copyOfOld(server, 'last');
    await migrateAndKill(last, tookMs / 2);
    const product = await startProduct(join(folder, 'product'), {
      DATABASE_URL: urlOf(last),
      AUTH_SECRET: 'the secret of this scenario, long enough',
    });
    await product.stop();
    await server.stop();
    return [
      noted(`migrations of ${ROWS * 3} rows, uninterrupted`, tookMs, 'ms'),
      noted('kills of the process', KILLS),
      noted('kills of PostgreSQL', KILLS_OF_POSTGRES),
      atLeast('databases that were old after the kill', states.old, 1),
      noted('databases that were new after the kill', states.new),
      none('databases that were neither, or not new after another start', faults),
      exactly('databases that are whole', states.old + states.new, total),
      atMost('start of the product after a kill', product.readyAfterMs, START_MS, 'ms'),
    ];
  },
};

/** Runs the migrations in a process of its own, and kills it after this time. */
async function migrateAndKill(
  connection: Connection,
  killAfterMs?: number,
  alsoKill: () => void = () => {},
): Promise<{ tookMs: number }> {
  const child = fork(join(import.meta.dirname, '../migrate.process.ts'), [JSON.stringify(connection)], {
    // a killed PostgreSQL makes it print an error
    stdio: ['ignore', 'ignore', killAfterMs === undefined ? 'inherit' : 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child, 'message'), ended]);
  const startedAt = performance.now();
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), ended]);
    alsoKill();
    child.kill('SIGKILL');
  }
  const [code] = await ended;
  if (killAfterMs === undefined && code !== 0) throw new Error('The migrations failed.');
  return { tookMs: performance.now() - startedAt };
}

async function copyOfOld({ connection }: EmbeddedServer, database: string): Promise<Connection> {
  await execute(connection, `create database ${database} template old`);
  return { ...connection, database };
}

async function restarted(server: EmbeddedServer, dataDir: string): Promise<EmbeddedServer> {
  await server.stop().catch(() => {});
  return startEmbedded({ dataDir });
}

/** The connections of a killed process end when PostgreSQL notices it. */
async function untilAlone(connection: Connection): Promise<void> {
  const others = async () =>
    (
      await execute<{ n: number }>(
        connection,
        'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    )[0]?.n;
  while ((await others()) !== 0) await sleep(20);
}

async function fill(connection: Connection): Promise<void> {
  await execute(
    connection,
    `insert into contact_submissions (name, email, subject, message)
     select 'Amina', 'amina-' || n || '@example.org', 'Intake', 'When?' from generate_series(1, ${ROWS}) n`,
  );
  await execute(
    connection,
    `insert into mails (kind, data) select 'newsletter-issue', '{}' from generate_series(1, ${ROWS}) n`,
  );
  await execute(
    connection,
    `insert into registrations (first_name, last_name, email, phone, medical_conditions, consent)
     select 'Amina', 'Example', 'amina-' || n || '@example.org', '0700 000 000', 'Asthma', true from generate_series(1, ${ROWS}) n`,
  );
}

/** Everything that migrations make: columns, indexes, constraints, functions, and the list of migrations. */
async function fingerprint(connection: Connection): Promise<string> {
  const [row] = await execute<{ hash: string }>(
    connection,
    `select md5(string_agg(line, E'\\n' order by line)) as hash from (
       select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
         from information_schema.columns where table_schema = 'public'
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace
       union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
       union all select name from mikro_orm_migrations
     ) as lines`,
  );
  return row?.hash ?? '';
}

async function rowsOf(connection: Connection): Promise<string> {
  const [row] = await execute<{ text: string }>(
    connection,
    `select concat_ws(' ',
       (select count(*) || md5(string_agg(id || name || email || subject || message, ',' order by id)) from messages),
       (select count(*) || md5(string_agg(id || kind, ',' order by id)) from emails),
       (select count(*) || md5(string_agg(id || first_name || email || phone, ',' order by id)) from registrations)
     ) as text`,
  );
  return row?.text ?? '';
}

async function execute<Row extends pg.QueryResultRow>(connection: Connection, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
