import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonSchema } from '../testing/arbitrary.ts';
import { validFor } from '../testing/arbitrary.ts';
import { everyContent } from '../testing/content-samples.ts';
import { type Call, everyCall, type Input, requestOf } from '../testing/every-call.ts';
import { corpus, sqlCorpus } from '../testing/hostile-texts.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/** PostgreSQL stores no NUL, so a parameter without a rule fails in the database. */
const NUL_INSIDE = 'a\0b';
const TEXTS_EACH = 3;
/** With FUZZ_CASES every text goes into every parameter. */
const textsFor = (place: number): readonly string[] =>
  process.env.FUZZ_CASES
    ? corpus
    : [
        NUL_INSIDE,
        ...Array.from(
          { length: TEXTS_EACH },
          (_, at) => corpus[(place * TEXTS_EACH + at) % corpus.length] ?? '',
        ),
      ];
/** Some texts ask the database to sleep for five seconds. */
const SLEPT_MS = 4500;
const leaked = /syntax error|relation "|column "|constraint|pg_catalog|at character/i;

type Part = keyof Input;
interface Place {
  call: Call;
  part: Part;
  path: readonly (string | number)[];
}
const places: Place[] = everyCall
  // These wait 400 ms before each answer, or hash a password.
  .filter(({ name }) => !['auth.requestReset', 'session.signup', 'session.login'].includes(name))
  .flatMap((call) =>
    Object.entries(call.input).flatMap(([part, schema]) =>
      textParameters(schema).map((path) => ({ call, part: part as Part, path })),
    ),
  );

function sampleOf({ input }: Call): Input {
  const parts = Object.fromEntries(Object.entries(input).map(([part, schema]) => [part, validFor(schema)]));
  return fc.sample(fc.record(parts), { numRuns: 1, seed: 7 })[0] ?? {};
}

const withTexts = everyCall.filter((call) => places.some((place) => place.call === call));

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  ({ token } = await t.signIn());
  for (const { resource, full } of everyContent) await t.given.content(resource, full);
  await t.given.registration();
});
afterAll(() => t.close());

test('the corpus has more than 100 texts, as many places, and 60 of them are SQL', () => {
  expect(new Set(corpus).size).toBeGreaterThan(150);
  expect(sqlCorpus.length).toBeGreaterThan(60);
  expect(places.length).toBeGreaterThan(150);
});

describe.each(withTexts)('$method $name', (call) => {
  test('takes or refuses every text in every parameter', async () => {
    const sample = sampleOf(call);
    for (const [at, place] of places.entries()) {
      if (place.call !== call) continue;
      for (const text of textsFor(at)) {
        const input = { ...sample, [place.part]: withText(sample[place.part], place.path, text) };
        const request = requestOf(call, input);
        const startedAt = performance.now();
        const { statusCode, body } = await t.app.inject({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${token}` },
        });
        const said = `${place.path.join('.')} = ${JSON.stringify(text)}: ${body.slice(0, 300)}`;
        expect(call.statuses, said).toContain(statusCode);
        expect(statusCode, said).toBeLessThan(500);
        if (statusCode >= 400) expect(body, said).not.toMatch(leaked);
        expect(performance.now() - startedAt, said).toBeLessThan(SLEPT_MS);
      }
    }
  });
});

test('after all of it every row is still there', async () => {
  const em = t.db.orm.em.fork();
  const [{ owners } = { owners: 0 }] = await em.execute<{ owners: number }[]>(
    'select count(*)::int as owners from accounts where is_owner',
  );
  expect(owners).toBe(1);
  expect((await t.office.api.registrations.list()).status).toBe(200);
});

type JsonPath = readonly (string | number)[];

/** Lists the paths at which a JSON Schema takes any text: `['faq', 0, 'answer']`. */
function textParameters(schema: JsonSchema, root: JsonSchema = schema): JsonPath[] {
  if (schema.$ref !== undefined) {
    const definition = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    return definition ? textParameters(definition, root) : [];
  }
  const inside = (step: string | number, inner: unknown) =>
    textParameters(inner as JsonSchema, root).map((path) => [step, ...path]);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.type === 'string' ? [[]] : []),
    ...choices.flatMap((choice) => textParameters(choice as JsonSchema, root)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => inside(name, inner)),
    ...(schema.items === undefined ? [] : inside(0, schema.items)),
  ];
}

function withText(value: unknown, [step, ...rest]: JsonPath, text: string): unknown {
  if (step === undefined) return text;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = withText(list[step], rest, text);
    return list;
  }
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...fields, [step]: withText(fields[step], rest, text) };
}
