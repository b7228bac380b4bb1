import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { InjectOptions } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { seedDemo } from '../../composition/seed-demo.ts';
import { everyContent } from '../content-samples.ts';
import { everyCall, toRequest } from '../every-call.ts';
import { registration } from '../given.ts';
import { type TestApp, useTestApp } from '../test-app.ts';
import { callInputs } from './call-inputs.ts';

/** What background work does at the same time has another context, and is left out. */
const ofCall = new AsyncLocalStorage<string[]>();
/** MikroORM brings its own copy of the driver. */
const { Client } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg') as typeof pg;
const query = Client.prototype.query;
vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text: string }];
  ofCall.getStore()?.push(typeof first === 'string' ? first : first.text);
  return Reflect.apply(query, this, args);
} as typeof query);

const t = useTestApp({ SEED_DEMO: 'false' });
let withPages: TestApp['app'];
beforeAll(async () => {
  await seedDemo({ db: t.db });
  withPages = await t.openPages();
  await t.signIn();
  await t.signIn('colleague@example.org');
  for (const { resource, full } of everyContent)
    await t.office.api[resource].update({ params: { id: 1 }, body: full });
  for (const firstName of ['Ann', 'Ben', 'Cleo'])
    await t.visitor.api.registrations.create({ body: { ...registration, firstName, programId: 1 } });
  for (const name of ['Ann', 'Ben', 'Cleo']) {
    await t.given.message({ name });
    await t.given.donation({ name });
  }
});

async function statementsOf(app: TestApp['app'], request: InjectOptions) {
  const found: string[] = [];
  // `inject` begins when it is awaited
  const { statusCode } = await ofCall.run(found, async () => await app.inject(request));
  return { statusCode, statements: found.map(withoutValues) };
}

/** One line without values, quotes and the names that MikroORM gives to columns. */
const withoutValues = (sql: string) =>
  sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+|\b(?:true|false|null)\b(?=[,)]| where| limit|$)|(?<![\w"])-?\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/ as "\w+__\w+"|"/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, ?\?)+/g, '?, …')
    .replace(/(\((?:[^()]|\([^()]*\))*\))(?:, \1)+/g, '$1, …')
    .trim();

const isReading = ({ method }: { method: string }) => method === 'GET';
const isDeletion = ({ name }: { name: string }) => /\.(remove|withdraw|revoke)/.test(name);
const isAfterDeletion = ({ name }: { name: string }) =>
  /^trash\.(restore|purge)|restoreMany|erase|logout|endSessions/.test(name);
const rank = (call: (typeof everyCall)[number]) =>
  isReading(call) ? 0 : isAfterDeletion(call) ? 3 : isDeletion(call) ? 2 : 1;
const ordered = [...everyCall].sort((a, b) => rank(a) - rank(b));

test('the statements of every call are those of the reviewed list', async () => {
  const lines: string[] = [];
  for (const call of ordered) {
    const { token } = await t.signIn();
    const request = toRequest(call, callInputs(call));
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const { statusCode, statements } = await statementsOf(t.app, { ...request, headers });
    const counts = Map.groupBy(statements, (statement) => statement);
    if (isReading(call)) {
      // Each list has three rows at least
      const repeated = [...counts].filter(([, times]) => times.length > 2);
      expect(repeated, call.name).toEqual([]);
    }
    lines.push(
      `${call.isAdmin ? 'trpc' : `${call.method} ${call.path}`} ${call.name} ${statusCode}: ${statements.length}`,
      ...[...counts]
        .map(([statement, { length }]) => `  ${statement}${length > 1 ? ` × ${length}` : ''}`)
        .sort(),
    );
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('statements.txt');
}, 600_000);

test.each(['/', '/programs', '/news', '/registration', '/api/v1/programs', '/api/v1/posts/3'])(
  '%s runs no statement once it is cached',
  async (url) => {
    await withPages.inject(url);
    expect(await statementsOf(withPages, { url })).toEqual({ statusCode: 200, statements: [] });
  },
);
