import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import type { Caller } from '../../../testing/app/caller.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const program = await t.given.apiKey('donations:read');

type Query = NonNullable<Parameters<Caller['api']['donations']['list']>[0]>['query'];
const list = (query: Query = {}) => requireSuccess(program.api.donations.list({ query }));

test('another program reads a donation with the fields of the office', async () => {
  const { id, txRef } = await t.given.donation({ phone: '0772 123 456' });
  const listed = (await list()).body.data[0];
  expect(listed).toEqual({
    id,
    txRef,
    status: 'pending',
    amount: 5,
    currency: 'USD',
    isTest: true,
    name: 'Ann',
    email: 'ann@example.org',
    phone: '0772 123 456',
    receipt: null,
    paidAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(await readData(program.api.donations.get({ params: { txRef } }))).toEqual(listed);
  expect(await readData(t.office.api.donations.get({ params: { txRef } }))).toEqual(listed);

  await t.office.admin.donations.markReceived.mutate({ id, method: 'cash' });
  const paid = await readData(program.api.donations.get({ params: { txRef } }));
  expect(paid).toMatchObject({ status: 'successful', receipt: expect.stringMatching(/^RCP-\d{4}-000001$/) });
  expect((await list({ updatedSince: paid.updatedAt, status: 'successful' })).body.data).toEqual([paid]);
});

test.each(['unknown', '1700000000000-aaaaaaaaaaaaaaaaaaaaaa'])('the donation %s is 404', async (txRef) => {
  expect(await readRefusal(program.api.donations.get({ params: { txRef } }))).toMatchObject({
    status: 404,
    message: 'Donation not found',
  });
});

test('filters by state, currency and text, and refuses what the contract does not know', async () => {
  await t.given.donation({ name: 'Zoë M', currency: 'UGX', amount: 5000 });
  for (const query of [{ currency: 'UGX' }, { q: 'zoe m' }] as const) {
    expect((await list(query)).body.data.map(({ name }) => name)).toEqual(['Zoë M']);
  }
  for (const [query, path] of [
    ['status=gone', 'status'],
    ['currency=XXX', 'currency'],
    ['updatedSince=yesterday', 'updatedSince'],
    ['updatedSince=9999-12-31T23:59:59-05:00', 'updatedSince'],
    ['updatedSince=0001-01-01T00:00:00%2B03:00', 'updatedSince'],
    ['cursor=abc', 'cursor'],
    ['limit=0', 'limit'],
  ]) {
    expect(await readRefusal(program.send('GET', `/donations?${query}`))).toMatchObject({
      status: 400,
      details: [{ path }],
    });
  }
});
