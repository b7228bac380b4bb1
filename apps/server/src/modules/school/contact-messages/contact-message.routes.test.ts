import { expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const message = { name: 'Ann', email: 'Ann@example.org', subject: 'Fees', message: 'How much?\nThank you' };

test('a message is stored, and the answer has only its id and time', async () => {
  const { status, body } = await requireSuccess(t.visitor.api.contact.send({ body: message }));
  expect(status).toBe(201);
  const { id, createdAt } = body.data;
  expect(body).toEqual({ data: { id: expect.any(Number), createdAt: expect.stringMatching(/Z$/) } });
  expect(await readData(t.office.api.contact.list())).toEqual([
    {
      ...message,
      id,
      createdAt,
      updatedAt: createdAt,
      readAt: null,
      isSpam: false,
      channel: 'form',
      phone: '',
    },
  ]);
});

test('the activity does not name the sender', async () => {
  const { id } = await t.given.message(message);
  const rows = await t.sql("select * from activities where entity_type = 'contact' and entity_id = ?", [id]);
  expect(rows).toEqual([
    expect.objectContaining({ type: 'create', description: 'New contact message', ip_address: '127.0.0.1' }),
  ]);
});

test('messages are listed newest first, and can be sorted, searched and paged', async () => {
  for (const name of ['Findable B', 'Findable Á']) {
    await t.given.message({ ...message, name, message: 'About the çamp' });
  }
  type Query = NonNullable<Parameters<typeof t.office.api.contact.list>[0]>['query'];
  const list = async (query: Query) => requireSuccess(t.office.api.contact.list({ query }));
  const names = async (query: Query) => (await list(query)).body.data.map(({ name }) => name);
  expect(await names({ q: 'FINDABLE' })).toEqual(['Findable Á', 'Findable B']);
  expect(await names({ q: 'camp', sort: '-name' })).toEqual(['Findable B', 'Findable Á']);
  expect(await names({ q: 'ann@EXAMPLE', limit: 1, sort: 'id' })).toEqual(['Ann']);
  const { headers, body } = await list({ limit: 1, offset: 1 });
  expect(headers.get('link')).toMatch(/rel="next".*rel="prev"/);
  expect(body.meta.total).toBeGreaterThan(2);
});
