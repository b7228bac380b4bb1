import type { Registration } from '@institute/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, givenProgram } from '../../testing/applications.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
let programId: number;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1000' });
  token = (await t.signIn()).token;
  programId = await givenProgram(t);
  await apply(t, { programId });
});
afterAll(() => t.close());

const list = (query: string) => t.call<Registration[]>('GET', `/registrations${query}`, undefined, { token });
const applied = async (body: object = {}) => (await apply(t, { programId, ...body })).body.data;

test.each([
  ['first name', 'ZÉNAÏDE', { firstName: 'Zénaïde' }],
  ['last name', 'okello-x', { lastName: 'Okello-X' }],
  ['both names', 'amina nakato', { firstName: 'Amina', lastName: 'Nakato' }],
  ['email', 'FINDME@example', { email: 'findme@example.org' }],
  ['phone', '0777 123', { phone: '0777 123 456' }],
  ['emergency name', 'grace o', { emergencyName: 'Grace Opio' }],
  ['emergency phone', '0788', { emergencyPhone: '0788 000 000' }],
  ['emergency relation', 'godmother', { emergencyRelation: 'Godmother' }],
  ['medical conditions', 'épilepsy', { medicalConditions: 'Epilepsy' }],
  ['allergies', 'penicillin 100%', { allergies: 'Penicillin 100%' }],
  ['medications', 'insulin_b', { medications: 'Insulin_b' }],
])('is found by %s', async (_, q, fields) => {
  const { id } = await applied(fields);
  const { body } = await list(`?q=${encodeURIComponent(q)}`);
  expect([body.data.map((one) => one.id), body.meta.total]).toEqual([[id], 1]);
});

test('is found by its reference', async () => {
  const { id, reference } = await applied();
  const { body } = await list(`?q=${reference.toLowerCase()}`);
  expect(body.data.map((one) => one.id)).toEqual([id]);
});

test('the newest come first; by name, the last name counts before the first', async () => {
  const people = [
    ['Zoe', 'Sortable-A'],
    ['Ben', 'Sortable-B'],
    ['Abe', 'Sortable-B'],
  ];
  for (const [firstName, lastName] of people) await applied({ firstName, lastName });
  const names = async (query: string) =>
    (await list(`?q=sortable-${query}`)).body.data.map(({ firstName }) => firstName);
  expect(await names('')).toEqual(['Abe', 'Ben', 'Zoe']);
  expect(await names('&sort=createdAt')).toEqual(['Zoe', 'Ben', 'Abe']);
  expect(await names('&sort=name')).toEqual(['Zoe', 'Abe', 'Ben']);
  expect(await names('&sort=-name')).toEqual(['Ben', 'Abe', 'Zoe']);
  const { body, headers } = await list('?q=sortable-&limit=2');
  expect(body.meta).toEqual({ total: 3, limit: 2, offset: 0 });
  expect(headers.link).toContain('rel="next"');
  expect((await list('?sort=phone')).status).toBe(400);
});
