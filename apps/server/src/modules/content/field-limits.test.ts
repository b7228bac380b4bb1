import { contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/constants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { type Fields, samples } from '../../testing/content-samples.ts';
import { atTheLimit, faultsAgainst, requiredBy } from '../../testing/over-limit.ts';
import { fingerprint } from '../../testing/stored.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '10000' });
  token = (await t.signIn()).token;
  // what the PUT calls below change, each with the id 1
  for (const { resource, full } of samples) await t.call('POST', `/${resource}`, full, { token });
  await t.call('POST', '/programs', { ...samples[0]?.required }, { token });
  await t.call('POST', '/registrations', registration);
});
afterAll(() => t.close());

const registration = {
  firstName: 'Ann',
  lastName: 'Example',
  email: 'ann@example.org',
  phone: '+256 700 000 000',
  dateOfBirth: '2001-02-03',
  programId: 2,
  startDate: '2026-09-01',
  emergencyName: 'Bo Example',
  emergencyPhone: '0700 000 001',
  emergencyRelation: 'Uncle',
  medicalConditions: 'None',
  allergies: 'Nuts',
  medications: 'None',
  consent: true,
};
const message = { name: 'Ann', email: 'ann@example.org', subject: 'Fees', message: 'How much?' };
const address = { email: 'ann@example.org' };

interface Write {
  method: 'POST' | 'PUT';
  path: string;
  schema: ZodType;
  good: Fields;
  needed: readonly string[];
}

const write = (
  method: Write['method'],
  path: string,
  body: unknown,
  good: Fields,
  needed?: string[],
): Write => {
  const schema = body as ZodType;
  return { method, path, schema, good, needed: needed ?? requiredBy(schema) };
};

const { registrations, contact, newsletter } = contract;
const writes: Write[] = [
  ...samples.flatMap(({ resource, routes: { create, update }, full }) => [
    write('POST', `/${resource}`, create.body, full),
    write('PUT', `/${resource}/1`, update.body, full, requiredBy(create.body as ZodType)),
  ]),
  write('POST', '/registrations', registrations.create.body, registration),
  write('PUT', '/registrations/1', registrations.update.body, registration, [
    ...requiredBy(registrations.create.body).filter((name) => name !== 'consent'),
  ]),
  write('POST', '/contact', contact.send.body, message),
  write('POST', '/newsletter/subscribe', newsletter.subscribe.body, address),
  write('POST', '/newsletter/unsubscribe', newsletter.unsubscribe.body, address),
  write('POST', '/newsletter/confirm', newsletter.confirm.body, { token: 't'.repeat(43) }),
];

/** Rules that JSON Schema cannot say. */
const addresses = [
  '//evil.example/a',
  '/\\evil.example/a',
  'javascript:alert(1)',
  'data:image/png;base64,AA==',
  'ftp://example.org/a.jpg',
  'picture.jpg',
  'https://',
  'http://exa mple.org/a',
  '/a b',
];
const further: Record<string, unknown[]> = {
  imageUrl: addresses,
  image: addresses,
  videoUrl: addresses,
  email: ['ann', 'Ann <ann@example.org>', 'a@b.org, c@d.org', 'ann@example.org\r\nBcc: x@y.org', 'a@b'],
  dateOfBirth: ['2999-01-01', '2023-02-29', '03/04/2001'],
  graduationYear: [2999],
};

describe.each(writes)('$method $path', ({ method, path, schema, good, needed }) => {
  const byHand = Object.entries(further).flatMap(([field, values]) =>
    field in good
      ? values.map((value) => ({
          rule: `${field} ${JSON.stringify(value)}`,
          path: field,
          body: { ...good, [field]: value },
        }))
      : [],
  );

  describe('refuses', () => {
    let before: unknown;
    beforeAll(async () => {
      before = await fingerprint(t);
    });

    test.each([...faultsAgainst(schema, good, needed), ...byHand])('$rule', async ({ path: named, body }) => {
      const answer = await t.call(method, path, body, { token });
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(new Set(answer.body.error.details.map((detail) => detail.path))).toEqual(new Set([named]));
      expect(await fingerprint(t)).toEqual(before);
    });

    test.each([[[good]], ['text'], [7], [true], [null]])('the body %j', async (body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await t.call(method, path, JSON.stringify(body), { token, headers });
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(await fingerprint(t)).toEqual(before);
    });
  });

  // the largest id names no program
  const extremes = atTheLimit(schema, good).filter(({ rule }) => !rule.startsWith('programId'));
  test.each(extremes)('takes $rule', async ({ body }) => {
    const answer = await t.call(method, path, body, { token });
    expect(answer.body.error).toBeUndefined();
    expect(answer.status).toBeLessThan(300);
  });
});

test('a body with several faults has a detail for each', async () => {
  const { body } = await t.call('POST', '/programs', { name: '', price: -1, category: 'x' }, { token });
  expect(body.error.details.map(({ path }) => path).sort()).toEqual(
    ['category', 'description', 'duration', 'imageUrl', 'name', 'price', 'schedule'].sort(),
  );
});

test('no body of the contract is left out', () => {
  // signing in and donating are tested where they are built
  const { session: _, donations: __, ...rest } = contract;
  const bodies = Object.values(rest).flatMap((routes) =>
    Object.values(routes as Record<string, { method: string; path: string }>),
  );
  const expected = bodies
    .filter(({ method }) => method === 'POST' || method === 'PUT')
    .map(({ method, path }) => `${method} ${path.replace(apiPrefix, '').replace(':id', '1')}`);
  expect(writes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(expected.toSorted());
});
