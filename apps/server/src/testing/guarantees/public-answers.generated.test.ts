import { contract, type RouteRules } from '@institute/contract';
import { expect, test } from 'vitest';
import { everyContent } from '../app/content-samples.ts';
import { useTestApp } from '../app/test-app.ts';

interface Route {
  method: string;
  path: string;
  metadata: RouteRules;
}
const reads = Object.values(contract)
  .flatMap((group) => Object.values(group) as Route[])
  .filter(({ method, metadata }) => method === 'GET' && metadata.access === 'anyone')
  .filter(({ path, metadata }) => !path.endsWith('openapi.json') && !metadata.ticket)
  // A receipt needs its code, a payment its reference. Their own tests name the fields.
  .filter(({ path }) => !/:(?:code|txRef)$/.test(path));

const t = await useTestApp();
for (const { resource, full } of everyContent)
  await t.given.content(resource, { ...full, ...('isActive' in full && { isActive: true }) });
await t.given.registration();
await t.given.donation();

/** Array indexes are dropped: `data.0.name` and `data.1.name` are both `data[].name`. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => fieldsOf(each, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name));
}

test('a visitor gets exactly these fields', async () => {
  const answers = await Promise.all(
    reads.map(async ({ path }) => {
      const answer = await t.app.inject(path.replace(':id', '1'));
      expect([path, answer.statusCode]).toEqual([path, 200]);
      return [`GET ${path}`, ...fieldsOf(answer.json()).map((field) => `  ${field}`)].join('\n');
    }),
  );
  const posted = await Promise.all(
    Object.entries({
      registration: t.given.registration({ email: 'other@example.org' }),
      message: t.given.message(),
      donation: t.given.donation(),
    }).map(async ([what, answer]) => `POST a ${what}: ${Object.keys(await answer).join(', ')}`),
  );
  await expect(`${[...answers, ...posted].join('\n\n')}\n`).toMatchFileSnapshot('public-answers.txt');
});
