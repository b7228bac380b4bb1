import { contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { refusalOf, succeeded } from '../../testing/answers.ts';
import { everyContent, type Fields } from '../../testing/content-samples.ts';
import { message, registration as registrationFields } from '../../testing/given.ts';
import { atTheLimit, faultsAgainst, requiredBy } from '../../testing/over-limit.ts';
import { fingerprint } from '../../testing/stored.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
beforeAll(async () => {
  // The PUT calls below change these items, each with the id 1.
  for (const { resource, full } of everyContent) await t.given.content(resource, full);
  const { id: programId } = await t.given.program();
  expect(programId).toBe(registration.programId);
  await t.given.registration(registration);
});

const registration = { ...registrationFields, programId: 3 };
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
  schema: ZodType,
  good: Fields,
  needed: string[] = requiredBy(schema),
): Write => ({ method, path, schema, good, needed });

const { registrations, contact, newsletter } = contract;
const writes: Write[] = [
  ...everyContent.flatMap(({ resource, createBody, updateBody, full }) => [
    write('POST', `/${resource}`, createBody, full),
    write('PUT', `/${resource}/1`, updateBody, full, requiredBy(createBody)),
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

/** Rules that JSON Schema cannot express. */
const addresses = [
  '//evil.example/a',
  '/\\evil.example/a',
  'javascript:alert(1)',
  'data:image/png;base64,AA==',
  'ftp://example.org/a.jpg',
  'image.jpg',
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
      const refusal = await refusalOf(t.office.send(method, path, { body }));
      expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
      expect(new Set(refusal.details.map((detail) => detail.path))).toEqual(new Set([named]));
    });

    test.each([[[good]], ['text'], [7], [true], [null]])('the body %j', async (body) => {
      const headers = { 'content-type': 'application/json' };
      const refusal = await refusalOf(t.office.send(method, path, { body: JSON.stringify(body), headers }));
      expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    });

    test('and stores nothing of any of them', async () => {
      expect(await fingerprint(t)).toEqual(before);
    });
  });

  // no program or intake has the largest id
  const extremes = atTheLimit(schema, good).filter(({ rule }) => !/^(?:program|intake)Id/.test(rule));
  test.each(extremes)('takes $rule', async ({ body }) => {
    await succeeded(t.office.send(method, path, { body }));
  });
});

test('a body with several faults has a detail for each', async () => {
  const body = { name: '', price: -1, category: 'x' };
  const { details } = await refusalOf(t.office.send('POST', '/programs', { body }));
  expect(details.map(({ path }) => path).sort()).toEqual(
    ['category', 'description', 'duration', 'imageUrl', 'name', 'price', 'schedule'].sort(),
  );
});

test('covers every body of the contract', () => {
  // sign-in, donations and the site have their own tests
  const { session: _, donations: __, site: ___, ...rest } = contract;
  const bodies = Object.values(rest).flatMap((routes) =>
    Object.values(routes as Record<string, { method: string; path: string; body?: ZodType }>),
  );
  const expected = bodies
    // a call that reads no body has a schema that accepts any
    .filter(({ method, body }) => (method === 'POST' || method === 'PUT') && body?.type !== 'unknown')
    .map(({ method, path }) => `${method} ${path.replace(apiPrefix, '').replace(':id', '1')}`);
  expect(writes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(expected.toSorted());
});
