import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@institute/contract';
import { isAppRoute } from '@ts-rest/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceFiles, referenceFolder } from '../cli/api-reference.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { type OpenApi, openApi } from './openapi.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const document = openApi();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const routes = Object.values(contract)
  .flatMap((group) => Object.values(group))
  .filter(isAppRoute);

test('visitors can read the reference', async () => {
  const answer = await t.app.inject('/api/v1/openapi.json');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toContain('public');
  expect(answer.json<OpenApi>()).toEqual(JSON.parse(JSON.stringify(document)));
});

test('contains every route of the contract, and marks those that need a bearer', () => {
  expect(routes.length).toBeGreaterThan(40);
  for (const { path, method, summary, metadata } of routes) {
    const found = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(found, `${method} ${path}`).toMatchObject({ summary });
    const isForOffice = (metadata as { access: string }).access === 'bearer';
    expect(JSON.stringify(found?.security) === '[{"bearer":[]}]', `${method} ${path}`).toBe(isForOffice);
  }
  expect(operations).toHaveLength(routes.length + 1);
});

test('every reference has a target', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
  const { schemas, responses } = document.components;
  for (const [reference, kind, name = ''] of references) {
    expect(kind === 'schemas' ? schemas[name] : responses[name], reference).toBeDefined();
  }
});

test('operations have unique names, and every path parameter is described', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
  }
});

test('describes limits, choices and defaults', () => {
  const { get, post } = document.paths['/api/v1/programs'] ?? {};
  expect(get?.parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 1000 },
  });
  const body = post?.requestBody?.content['application/json']?.schema;
  expect(body).toMatchObject({
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      category: { enum: ['training', 'camp', 'clinic'] },
    },
  });
  expect(body?.required).toContain('name');
  const named = (path: string, method: string) =>
    document.paths[path]?.[method]?.parameters.map(({ name }) => name);
  expect(named('/api/v1/registrations', 'post')).toEqual(['Idempotency-Key']);
  expect(named('/api/v1/programs/{id}', 'put')).toEqual(['id', 'If-Match']);
});

test.each(Object.entries(referenceFiles()))('docs/api/%s is what the contract says', (name, text) => {
  expect(readFileSync(join(referenceFolder, name), 'utf8')).toBe(text);
});
