import type { ContactSubmission } from '@institute/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

const message = { name: 'Ann', email: 'Ann@example.org', subject: 'Fees', message: 'How much?\nThank you' };
const send = (body: object = {}) =>
  t.call<{ id: number; createdAt: string }>('POST', '/contact', { ...message, ...body });
const list = (query = '') =>
  t.call<ContactSubmission[]>('GET', `/contact-submissions${query}`, undefined, { token });

test('a message is stored and answered with its number and time only', async () => {
  const { status, body } = await send();
  expect(status).toBe(201);
  const { id, createdAt } = body.data;
  expect(body).toEqual({ data: { id: expect.any(Number), createdAt: expect.stringMatching(/Z$/) } });
  expect((await list()).body.data).toEqual([
    { ...message, id, createdAt, updatedAt: createdAt, readAt: null },
  ]);
});

test('the activity says that one came, and not from whom', async () => {
  const { data } = (await send()).body;
  const rows = await t.db.orm.em
    .fork()
    .execute("select * from activities where entity_type = 'contact' and entity_id = ?", [data.id]);
  expect(rows).toEqual([
    expect.objectContaining({ type: 'create', description: 'New contact message', ip_address: '127.0.0.1' }),
  ]);
});

test('only the office reads messages', async () => {
  const { status, body } = await t.call('GET', '/contact-submissions');
  expect([status, body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
});

test('the newest are first; they are sorted, searched and cut into pages', async () => {
  for (const name of ['Findable B', 'Findable Á']) await send({ name, message: 'About the çamp' });
  const names = async (query: string) => (await list(query)).body.data.map(({ name }) => name);
  expect(await names('?q=FINDABLE')).toEqual(['Findable Á', 'Findable B']);
  expect(await names('?q=camp&sort=-name')).toEqual(['Findable B', 'Findable Á']);
  expect(await names('?q=ann@EXAMPLE&limit=1&sort=id')).toEqual(['Ann']);
  const { headers, body } = await list('?limit=1&offset=1');
  expect(headers.link).toMatch(/rel="next".*rel="prev"/);
  expect(body.meta.total).toBeGreaterThan(2);
});
