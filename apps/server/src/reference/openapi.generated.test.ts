import {
  apiError,
  contract,
  makeWebhookBody,
  uploadRoutes,
  type WebhookType,
  webhookData,
} from '@institute/contract';
import { apiScopes } from '@institute/contract/api-keys.constants';
import { isAppRoute } from '@ts-rest/core';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { findFaultAt } from '../testing/app/documented.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { type JsonObject, type OpenApi, openApi } from './openapi.ts';

const t = await useTestApp();

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

test('contains every route of the contract, with its need of a bearer and the scope of a key', () => {
  expect(routes.length).toBeGreaterThan(40);
  for (const { path, method, summary, metadata } of routes) {
    const found = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(found, `${method} ${path}`).toMatchObject({ summary });
    const isForOffice = (metadata as { access: string }).access === 'bearer';
    expect(JSON.stringify(found?.security) === '[{"bearer":[]}]', `${method} ${path}`).toBe(isForOffice);
    expect(found?.['x-api-key-scope'], `${method} ${path}`).toBe((metadata as { scope?: string }).scope);
  }
  // Uploads are no part of the contract
  expect(operations).toHaveLength(routes.length + Object.keys(uploadRoutes).length);
});

test('describes every event of webhooks, with an example of its body', () => {
  const types = Object.keys(webhookData) as WebhookType[];
  expect(Object.keys(document.webhooks)).toEqual(types);
  for (const type of types) {
    const { example } = document.webhooks[type]?.post.requestBody.content['application/json'] ?? {};
    expect(makeWebhookBody(type).strict().parse(example)).toEqual(example);
  }
});

test('every call, parameter, header, tag and scope is described', () => {
  for (const { operation } of operations) {
    const { operationId, summary, description, tags, parameters, responses } = operation;
    expect(summary && description, operationId).toBeTruthy();
    expect(document.tags.map(({ name }) => name)).toContain(tags[0]);
    for (const { name, description } of parameters)
      expect(description, `${operationId} ${name}`).toBeTruthy();
    for (const { headers = {} } of Object.values(responses) as { headers?: Record<string, JsonObject> }[]) {
      for (const [name, { description }] of Object.entries(headers)) expect(description, name).toBeTruthy();
    }
  }
  for (const { name, description } of document.tags) expect(description, name).toBeTruthy();
  expect(document.servers).toHaveLength(1);
  const { bearer } = document.components.securitySchemes as { bearer: { 'x-scopes': object } };
  expect(Object.keys(bearer['x-scopes'])).toEqual(apiScopes);
});

test('bodies and lists are named', () => {
  for (const { operation } of operations) {
    const { operationId, requestBody, responses } = operation;
    const body = requestBody?.content['application/json'];
    // A notice has the payment provider's shape
    if (body && operationId !== 'donations.webhook') expect(body.schema, operationId).toHaveProperty('$ref');
    if (/list|summaries/.test(operationId)) {
      expect(JSON.stringify(responses[200]), operationId).toMatch(/schemas\/\w+List"/);
    }
  }
});

test('every example passes the contract and its own schema', () => {
  for (const { path, method, operation } of operations) {
    const { operationId, parameters, requestBody, responses } = operation;
    const at = ['paths', path, method];
    const route = routes.find(
      (each) => each.path.replace(/:(\w+)/g, '{$1}') === path && each.method === method.toUpperCase(),
    );
    for (const [index, { name, example }] of parameters.entries()) {
      if (example === undefined) continue;
      expect(
        findFaultAt([...at, 'parameters', index, 'schema'], example),
        `${operationId} ${name}`,
      ).toBeNull();
    }
    const type = 'application/json';
    const body = requestBody?.content[type];
    // A page of a document is a file
    if (body) {
      expect(body?.example, operationId).toBeDefined();
      expect(
        findFaultAt([...at, 'requestBody', 'content', type, 'schema'], body?.example),
        operationId,
      ).toBeNull();
      expect(
        (route as { body?: z.ZodType } | undefined)?.body?.safeParse(body?.example).error,
        operationId,
      ).toBeUndefined();
    }
    const [status = ''] = Object.keys(responses);
    const { content } = responses[status] as { content: Record<string, { example: unknown }> };
    const example = content['application/json']?.example;
    expect(example, operationId).toBeDefined();
    const answer = [...at, 'responses', status, 'content', 'application/json', 'schema'];
    expect(findFaultAt(answer, example), operationId).toBeNull();
    const schema = route?.responses[Number(status)] as z.ZodType | undefined;
    expect(schema?.safeParse(example).error, operationId).toBeUndefined();
  }
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    const { example } = (content as Record<string, { example: unknown }>)['application/json'] ?? {};
    expect(apiError.safeParse(example).error, name).toBeUndefined();
  }
});

test('docs/api/openapi.json is what the contract says', async () => {
  const file = '../../../../docs/api/openapi.json';
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(file);
});
