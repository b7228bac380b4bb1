import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { expect, vi } from 'vitest';
import { createTestDatabase, query } from './cluster.ts';
import {
  makeDatabaseSettings,
  makeScratchDataDir,
  type ServerProcess,
  spawnServer,
} from './server-process.ts';

/**
 * Processes of the product on one database, to be killed one after the other. The next one starts while the present
 * one works. `call` asks a procedure as the owner, and gives undefined when the process died before it answered.
 */
export async function startKilledInTurns() {
  const data = makeScratchDataDir();
  const database = await createTestDatabase();
  const settings = {
    DATA_DIR: data.path,
    ...makeDatabaseSettings(database.url),
    ADMIN_SIGNUP: 'open',
    LOG_LEVEL: 'silent',
  };
  const begin = () => spawnServer('testing/app/without-pages.ts', settings);
  const kill = async ({ child, ended }: ServerProcess) => {
    child.kill('SIGKILL');
    await ended;
  };
  const sql = <Row extends object>(text: string) => query<Row>(database.connection, text);

  let present = begin();
  let next = begin();
  const post = async <Body>(path: string, body: object, headers: object = {}) => {
    const answer = await fetch((await present.address) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  const password = 'a long test phrase';
  const account = { email: 'office@example.org', password, confirmPassword: password };
  const { body } = await post<{ data: { token: string } }>(`${apiPrefix}/admin/signup`, account);
  const headers = { authorization: `Bearer ${body.data.token}` };

  return {
    sql,
    dataDir: data.path,
    /** A call of the REST API, as the owner unless its headers say otherwise. Undefined when the process died. */
    fetch: async (path: string, init: RequestInit): Promise<Response | undefined> =>
      fetch((await present.address) + path, { ...init, headers: { ...headers, ...init.headers } }).catch(
        () => undefined,
      ),
    call: <Data>(procedure: string, input: object) =>
      post<{ result: { data: Data } }>(`/api/trpc/${procedure}`, input, headers).catch(() => undefined),
    /** Another process answers afterwards. */
    async killAfter(ms: number): Promise<void> {
      await sleep(ms);
      await kill(present);
      present = next;
      next = begin();
      await present.address;
    },
    /** The database may still undo what the last process had begun. */
    async waitForDatabase(): Promise<void> {
      const open = `select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`;
      await vi.waitFor(async () => expect(await sql(open)).toEqual([]), { timeout: 60_000 });
    },
    async close(): Promise<void> {
      await Promise.all([present, next].map(kill));
      await database.drop();
      await data.remove();
    },
  };
}
