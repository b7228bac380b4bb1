import { beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../composition/seed-demo.ts';
import { listStatements, watchStatements } from '../call-statements.ts';
import { everyContent } from '../content-samples.ts';
import { everyCall, toRequest } from '../every-call.ts';
import { registration } from '../given.ts';
import { useTestApp } from '../test-app.ts';
import { callInputs } from './call-inputs.ts';

watchStatements();

const t = useTestApp({ SEED_DEMO: 'false' });
beforeAll(async () => {
  await seedDemo({ db: t.db });
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
    const { statusCode, statements } = await listStatements(t.app, { ...request, headers });
    const counts = Map.groupBy(statements.map(withoutValues), (statement) => statement);
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
