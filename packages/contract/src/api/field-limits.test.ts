import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { contentResources, contract, type ErrorDetail, registrationExamples } from '../index.ts';
import { type Fields, listBodiesAtLimit, listFaultsAgainst, listRequired } from '../testing/over-limit.ts';
import { apiPrefix } from './api.constants.ts';

interface Write {
  call: string;
  schema: ZodType;
  good: Fields;
  needed: readonly string[];
}

const write = (call: string, schema: ZodType, good: Fields, needed = listRequired(schema)): Write => ({
  call,
  schema,
  good,
  needed,
});

const { registrations, contact, newsletter } = contract;
const { guardianName, guardianPhone, guardianConsent, intakeId, ...applicant } = registrationExamples;
const registration = { ...applicant, consent: true };
const message = { name: 'Ann', email: 'ann@example.org', subject: 'Fees', message: 'How much?' };
const address = { email: 'ann@example.org' };
const writes: Write[] = [
  ...Object.values(contentResources).flatMap(({ key, example, routes: { create, update } }) => [
    write(`POST /${key}`, create.body, example),
    write(`PUT /${key}/:id`, update.body, example, listRequired(create.body)),
  ]),
  write('POST /registrations', registrations.create.body, registration),
  write(
    'PUT /registrations/:id',
    registrations.update.body,
    registration,
    listRequired(registrations.create.body).filter((name) => name !== 'consent'),
  ),
  write('POST /contact', contact.send.body, message),
  write('POST /newsletter/subscribe', newsletter.subscribe.body, address),
  write('POST /newsletter/unsubscribe', newsletter.unsubscribe.body, address),
  write('POST /newsletter/confirm', newsletter.confirm.body, { token: 't'.repeat(43) }),
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
  email: [
    'ann',
    'Ann <ann>',
    'Ann <a@b.org>, Bo <c@d.org>',
    'mailto:',
    'a@b.org, c@d.org',
    'ann@example.org\r\nBcc: x@y.org',
    'a@b',
  ],
  dateOfBirth: ['2023-02-29', '03/04/2001'],
  graduationYear: [2999],
  publishAt: ['9999-12-31T23:59:59-05:00', '0001-01-01T00:00:00+03:00', '2026-01-01'],
};

const faultsIn = (schema: ZodType, body: unknown): ErrorDetail[] =>
  schema.safeParse(body).error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [];

describe.each(writes)('$call', ({ schema, good, needed }) => {
  test('takes its example, and what is exactly at a limit', () => {
    for (const { rule, body } of [{ rule: 'as it is', body: good }, ...listBodiesAtLimit(schema, good)]) {
      expect(faultsIn(schema, body), rule).toEqual([]);
    }
  });

  test('names the field that breaks a limit, and no other', () => {
    const byHand = Object.entries(further).flatMap(([field, values]) =>
      field in good
        ? values.map((value) => ({
            rule: `${field} ${value}`,
            path: field,
            body: { ...good, [field]: value },
          }))
        : [],
    );
    for (const { rule, path, body } of [...listFaultsAgainst(schema, good, needed), ...byHand]) {
      expect(new Set(faultsIn(schema, body).map((fault) => fault.path)), rule).toEqual(new Set([path]));
    }
  });

  test.each([[[good]], ['text'], [7], [true], [null]])('refuses the body %j', (body) => {
    expect(faultsIn(schema, body)).toHaveLength(1);
  });
});

test('the cases break each kind of limit', () => {
  const rules = writes.flatMap(({ schema, good, needed }) => listFaultsAgainst(schema, good, needed));
  expect(rules.length).toBeGreaterThan(700);
});

test('a body with several faults has a detail for each', () => {
  const faults = faultsIn(contract.programs.create.body, { name: '', price: -1, category: 'x' });
  expect(faults.map(({ path }) => path).sort()).toEqual(
    ['category', 'description', 'duration', 'imageUrl', 'name', 'price', 'schedule'].sort(),
  );
});

test('leaving the newsletter needs an address or a token', () => {
  expect(faultsIn(newsletter.unsubscribe.body, {})).toEqual([{ path: 'email', message: 'This is required' }]);
});

test('the times of a schedule are those of the years 1 to 9999 in UTC', () => {
  const at = (publishAt: string) => contract.posts.update.body.safeParse({ publishAt }).success;
  for (const time of ['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z']) expect(at(time)).toBe(true);
});

test('covers every body of the contract', () => {
  // Sign-in, donations, fees, the site and documents of applicants have their own tests
  const { session: _, donations: __, site: ___, fees: ____, documents: _____, ...rest } = contract;
  const bodies = Object.values(rest).flatMap((routes) =>
    Object.values(routes as Record<string, { method: string; path: string; body?: ZodType }>),
  );
  const expected = bodies
    // A call that reads no body has a schema that accepts any
    .filter(({ method, body }) => (method === 'POST' || method === 'PUT') && body?.type !== 'unknown')
    .map(({ method, path }) => `${method} ${path.replace(apiPrefix, '')}`);
  expect(writes.map(({ call }) => call).toSorted()).toEqual(expected.toSorted());
});
