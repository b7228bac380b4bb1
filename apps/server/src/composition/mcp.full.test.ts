import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { useTestApp } from '../testing/app/test-app.ts';
import { startHttp } from '../testing/stand-ins/http-server.ts';

const script = fileURLToPath(new URL('../../../../packages/mcp/src/main.ts', import.meta.url));

const t = await useTestApp();
const siteUrl = await t.app.listen({ host: '127.0.0.1', port: 0 });
const assistant = await connect(siteUrl);
afterAll(() => assistant.close());

async function connect(address: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [script],
      env: { ...getDefaultEnvironment(), INSTITUTE_URL: address },
      stderr: 'pipe',
    }),
  );
  return client;
}

const ask = (name: string, input: Record<string, unknown> = {}) =>
  assistant.callTool({ name, arguments: input });

test('names the version of the product', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  expect(assistant.getServerVersion()).toMatchObject({ name: 'institute', version });
});

test('every tool reads only, and says what it takes and answers', async () => {
  const { tools } = await assistant.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'get_contact',
    'get_news',
    'get_program',
    'list_intakes',
    'list_news',
    'list_programs',
  ]);
  for (const tool of tools) {
    expect(tool).toMatchObject({ annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } });
  }
  expect(assistant.getInstructions()).toContain(siteUrl);
});

test('answers from what visitors see', async () => {
  const { id } = await t.given.program({ name: 'Tailoring', price: 500_000 });
  await t.given.program({ name: 'Hidden', isActive: false });
  await t.given.content('intakes', { programId: id, startsOn: '2099-02-01', seats: 20 });
  const post = await t.given.post({ title: 'Open day' });

  const listed = await ask('list_programs', { q: 'tailoring' });
  expect(listed.structuredContent).toMatchObject({
    data: [{ id, name: 'Tailoring', nextIntake: { startsOn: '2099-02-01' } }],
    meta: { total: 1, limit: 20 },
  });
  expect(await ask('list_programs')).not.toMatchObject({ structuredContent: { meta: { total: 2 } } });
  expect(await ask('get_program', { id })).toMatchObject({ structuredContent: { data: { price: 500_000 } } });
  expect(await ask('list_intakes', { programId: id })).toMatchObject({
    structuredContent: { data: [{ startsOn: '2099-02-01', seatsLeft: 20 }] },
  });
  expect(await ask('list_news')).toMatchObject({ structuredContent: { data: [{ title: 'Open day' }] } });
  expect(await ask('get_news', { id: post.id })).toMatchObject({
    structuredContent: { data: { content: expect.any(String) } },
  });
  expect(await ask('get_contact')).toMatchObject({
    structuredContent: { institute: { phones: expect.any(Array) }, openingHours: expect.any(Array) },
  });
});

test('lists the intakes to come before the past ones', async () => {
  const { id: programId } = await t.given.program({ name: 'Weaving' });
  for (const startsOn of ['2024-02-01', '2099-02-01', '2025-02-01']) {
    await t.given.content('intakes', { programId, startsOn });
  }
  expect(await ask('list_intakes', { programId, limit: 2 })).toMatchObject({
    structuredContent: { data: [{ startsOn: '2099-02-01' }, { startsOn: '2025-02-01' }], meta: { total: 3 } },
  });
});

test('says what the site refuses', async () => {
  expect(await ask('get_program', { id: 999_999 })).toMatchObject({
    isError: true,
    content: [{ text: 'The site answered 404: Program not found.' }],
  });
});

test('refuses input outside the limits of a tool', async () => {
  const answer = await ask('list_programs', { limit: 51 }).catch((error: Error) => ({
    isError: true,
    content: [{ text: error.message }],
  }));
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('limit') }] });
});

test('says when the site cannot be reached', async () => {
  const nobody = await startHttp(() => undefined);
  const address = nobody.origin;
  await nobody.close();
  const lost = await connect(address);
  expect(await lost.callTool({ name: 'get_contact', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: `The site ${address} cannot be reached.` }],
  });
  await lost.close();
});

test('does not start with an address that is none of a site', async () => {
  await expect(connect('file:///etc')).rejects.toThrow();
});
