import { expect, test } from 'vitest';
import { requireSuccess } from '../../../testing/app/answers.ts';
import { postTicket } from '../../../testing/app/downloads.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const subscribers = t.office.admin.newsletter.subscribers;
for (const name of ['ann', 'bo', 'cy']) {
  await requireSuccess(t.visitor.api.newsletter.subscribe({ body: { email: `${name}@example.org` } }));
}
await t.sql("update subscribers set state = 'confirmed', confirmed_at = now() where email like 'bo@%'");
const [cy] = await t.sql<{ token: string }>("select token from subscribers where email like 'cy@%'");
await requireSuccess(t.visitor.api.newsletter.unsubscribe({ body: { token: cy?.token } }));

test('subscribers are listed newest first, by state and search text, without their tokens', async () => {
  const { items, total } = await subscribers.list.query({});
  expect([total, items.map(({ email }) => email)]).toEqual([3, [null, 'bo@example.org', 'ann@example.org']]);
  expect(JSON.stringify(items)).not.toContain('token');
  expect(items[1]).toMatchObject({ state: 'confirmed', confirmedAt: expect.stringMatching(/Z$/) });

  const emails = async (query: object) =>
    (await subscribers.list.query(query)).items.map(({ email }) => email);
  expect(await emails({ category: 'unsubscribed' })).toEqual([null]);
  expect(await emails({ q: 'cy' })).toEqual([]);
  expect(await emails({ q: 'BO@' })).toEqual(['bo@example.org']);
  expect(await emails({ q: '%' })).toEqual([]);
  expect(await emails({ sort: 'email', limit: 1, offset: 1 })).toEqual(['bo@example.org']);
  expect(await subscribers.counts.query()).toEqual({ pending: 1, confirmed: 1, unsubscribed: 1 });
});

test('the filtered list can be exported, without the tokens and the hashes', async () => {
  const exported = async (category: 'confirmed' | 'unsubscribed') => {
    const { body } = await postTicket(t, await subscribers.exportTicket.mutate({ category }));
    return body
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
  };
  const [heading, ...rows] = await exported('confirmed');
  expect(await exported('unsubscribed')).toEqual([
    heading,
    expect.stringMatching(/^,unsubscribed,[\d :,-]+$/),
  ]);
  expect(heading).toBe('Email,Status,Subscribed,Confirmed,Unsubscribed');
  expect(rows).toEqual([
    expect.stringMatching(/^bo@example\.org,confirmed,\d{4}-\d\d-\d\d \d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d,$/),
  ]);
});

test('a removed address is erased and may subscribe again', async () => {
  const [ann] = (await subscribers.list.query({ q: 'ann' })).items;
  const id = ann?.id ?? 0;
  expect(await subscribers.remove.mutate({ id })).toEqual({ id });
  expect((await subscribers.list.query({ q: 'ann' })).total).toBe(0);
  await expect(subscribers.remove.mutate({ id })).rejects.toThrow('Subscriber not found');

  await requireSuccess(t.visitor.api.newsletter.subscribe({ body: { email: 'ann@example.org' } }));
  expect((await subscribers.list.query({ q: 'ann' })).items).toMatchObject([{ state: 'pending' }]);
});
