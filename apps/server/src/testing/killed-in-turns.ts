import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { expect, vi } from 'vitest';
import { createTestDatabase, query } from './cluster.ts';
import { databaseSettings, type ServerProcess, scratchDataDir, spawnServer } from './server-process.ts';

/**
 * Processes of the product on one database, to be killed one after the other. The next one starts while the present
 * one works. `call` asks a procedure as the owner, and gives undefined when the process died before it answered.
 */
export async function startKilledInTurns(more: Record<string, string> = {}) {
  const [data, database] = [scratchDataDir(), await createTestDatabase()];
  const settings = {
    DATA_DIR: data.path,
    ...databaseSettings(database.url),
    ADMIN_SIGNUP: 'open',
    LOG_LEVEL: 'silent',
    ...more,
  };
  const begin = () => spawnServer('testing/without-pages.ts', settings);
  const kill = async ({ child, ended }: ServerProcess) => {
    child.kill('SIGKILL');
    await ended;
  };
  const sql = <Row extends object>(text: string) => query<Row>(database.connection, text);

  let [present, next] = [begin(), begin()];
  const post = async <Body>(path: string, body: object, headers: object = {}) => {
    const isForm = body instanceof FormData;
    const answer = await fetch((await present.address) + path, {
      method: 'POST',
      headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
      body: isForm ? body : JSON.stringify(body),
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
    call: <Data>(procedure: string, input: object) =>
      post<{ result: { data: Data } }>(`/api/trpc/${procedure}`, input, headers).catch(() => undefined),
    sendForm: <Answer>(path: string, form: FormData) => post<Answer>(path, form, headers),
    /** Of a query of the office. */
    async ask<Data>(procedure: string, input: object): Promise<Data> {
      const path = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
      const answer = await fetch((await present.address) + path, { headers });
      const { result } = (await answer.json()) as { result: { data: Data } };
      return result.data;
    },
    /** Another process answers afterwards. */
    async killAfter(ms: number): Promise<void> {
      await sleep(ms);
      await kill(present);
      [present, next] = [next, begin()];
      await present.address;
    },
    /** Ends all in good order first, so that nothing is under way. */
    async restart(): Promise<void> {
      for (const one of [present, next]) {
        await one.address;
        one.child.kill('SIGTERM');
        await one.ended;
      }
      [present, next] = [begin(), begin()];
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
