import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { seedDemo } from '../../composition/seed-demo.ts';
import { everyContent } from '../app/content-samples.ts';
import { registration } from '../app/sample-bodies.ts';
import { useTestApp } from '../app/test-app.ts';
import { callInputs } from './call-inputs.ts';
import { listStatements, watchStatements } from './call-statements.ts';
import { everyCall, toRequest } from './every-call.ts';

watchStatements();

const t = await useTestApp({ SEED_DEMO: 'false' });
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

/** Calls whose first word is not the folder of their module. */
const FOLDERS: Record<string, string> = {
  account: 'accounts',
  auth: 'accounts',
  secondFactor: 'accounts',
  session: 'accounts',
  contact: 'contact-messages',
  documents: 'applicant-documents',
  finder: 'command-palette',
  pages: 'own-pages',
  programIntakes: 'intakes',
  messagesOut: 'outbox',
  stats: 'dashboard',
};
const sources = join(import.meta.dirname, '../..');
const folderOf = ({ name }: { name: string }) => {
  const key = name.split('.')[0] ?? '';
  const folder = FOLDERS[key] ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [found] = globSync(`{modules/*/,}${folder}`, { cwd: sources });
  if (!found)
    throw new Error(
      `${name}: no module is called ${folder}; add its folder to FOLDERS in ${import.meta.filename}`,
    );
  return found;
};
const folders = [...new Set(ordered.map(folderOf))];
const reviewed = new Map<string, string[]>();

async function runAsSignedIn(request: InjectOptions) {
  const { token } = await t.signIn();
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const { statusCode, statements } = await listStatements(t.app, { ...request, headers });
  return { statusCode, statements: statements.map(withoutValues) };
}

const groupEqual = (statements: string[]) => Map.groupBy(statements, (statement) => statement);
const listLines = (counts: ReturnType<typeof groupEqual>) =>
  [...counts].map(([statement, { length }]) => `  ${statement}${length > 1 ? ` × ${length}` : ''}`).sort();

const { statements: session } = await runAsSignedIn({ url: '/api/trpc/auth.rules' });
// One word for what each call with a session asks
const foldSession = (statements: string[]) =>
  statements.join('\n').replaceAll(session.join('\n'), 'session').split('\n');
reviewed.set(folderOf({ name: 'session' }), ['session', ...listLines(groupEqual(session))]);
for (const call of ordered) {
  const { statusCode, statements } = await runAsSignedIn(toRequest(call, callInputs(call)));
  const isRefused = statusCode === 400 && statements.length === session.length;
  expect(isRefused, `${call.name} refuses its input: call-inputs.ts needs another`).toBe(false);
  const counts = groupEqual(foldSession(statements));
  if (isReading(call)) {
    // Each list has three rows at least
    const repeated = [...counts].filter(([, times]) => times.length > 2);
    expect(repeated, call.name).toEqual([]);
  }
  const folder = folderOf(call);
  reviewed.set(folder, [
    ...(reviewed.get(folder) ?? []),
    `${call.isAdmin ? 'trpc' : `${call.method} ${call.path}`} ${call.name} ${statusCode}: ${statements.length}`,
    ...listLines(counts),
  ]);
}

test.for(folders)('the statements of %s are those of its reviewed list', async (folder) => {
  const lines = reviewed.get(folder) ?? [];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(sources, folder, 'statements.txt'));
});

test('a list of statements without calls is deleted', () => {
  const stale = globSync('**/statements.txt', { cwd: sources }).filter(
    (file) => !folders.includes(dirname(file)),
  );
  expect(stale, 'No call belongs to these files: delete them').toEqual([]);
});
