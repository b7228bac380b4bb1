import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';

const { cache } = createRequire(import.meta.url);
const compilers = () =>
  Object.keys(cache).filter((file) => /\/@fastify\/(?:ajv|fast-json-stringify)-compiler\//.test(file));

test('Fastify loads no validator of its own, since the contract checks what comes', async () => {
  // another test in this process may have used a Fastify with one
  for (const file of compilers()) delete cache[file];
  const t = await testApp();
  await t.close();
  expect(compilers()).toEqual([]);
});
