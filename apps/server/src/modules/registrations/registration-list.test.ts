import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf, succeeded } from '../../testing/answers.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let programId: number;
beforeAll(async () => {
  t = await testApp();
  ({ id: programId } = await t.given.program());
  await t.given.registration({ programId });
});
afterAll(() => t.close());

type Query = NonNullable<Parameters<typeof t.office.api.registrations.list>[0]>['query'];
const list = (query: Query) => succeeded(t.office.api.registrations.list({ query }));
const applied = (fields: Parameters<typeof t.given.registration>[0] = {}) =>
  t.given.registration({ programId, ...fields });

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
])('a registration is found by %s', async (_, q, fields) => {
  const { id } = await applied(fields);
  const { body } = await list({ q });
  expect([body.data.map((one) => one.id), body.meta.total]).toEqual([[id], 1]);
});

test('a registration is found by its reference', async () => {
  const { id, reference } = await applied();
  const { body } = await list({ q: reference.toLowerCase() });
  expect(body.data.map((one) => one.id)).toEqual([id]);
});

test('sorts newest first; by name, the last name comes before the first', async () => {
  const people = [
    ['Zoe', 'Sortable-A'],
    ['Ben', 'Sortable-B'],
    ['Abe', 'Sortable-B'],
  ];
  for (const [firstName, lastName] of people) await applied({ firstName, lastName });
  const names = async (query: Query = {}) =>
    (await list({ q: 'sortable-', ...query })).body.data.map(({ firstName }) => firstName);
  expect(await names()).toEqual(['Abe', 'Ben', 'Zoe']);
  expect(await names({ sort: 'createdAt' })).toEqual(['Zoe', 'Ben', 'Abe']);
  expect(await names({ sort: 'name' })).toEqual(['Zoe', 'Abe', 'Ben']);
  expect(await names({ sort: '-name' })).toEqual(['Ben', 'Abe', 'Zoe']);
  const { body, headers } = await list({ q: 'sortable-', limit: 2 });
  expect(body.meta).toEqual({ total: 3, limit: 2, offset: 0 });
  expect(headers.get('link')).toContain('rel="next"');
  expect(await refusalOf(t.office.send('GET', '/registrations?sort=phone'))).toMatchObject({ status: 400 });
});
