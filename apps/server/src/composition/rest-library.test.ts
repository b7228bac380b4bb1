import { initContract } from '@ts-rest/core';
import { initServer, RequestValidationError } from '@ts-rest/fastify';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod';

const BROKEN =
  'ts-rest, zod or Fastify moved, and the contract does not hold with it: read docs/decisions/rest-contract.md';

const books = initContract().router({
  lend: {
    method: 'POST',
    path: '/books/:id',
    pathParams: z.object({ id: z.coerce.number() }),
    query: z.object({ days: z.coerce.number().max(30).default(14) }),
    headers: z.object({ 'idempotency-key': z.string().min(8).optional() }),
    body: z.strictObject({ to: z.string().trim().min(1) }),
    responses: { 200: z.object({ lent: z.string() }) },
    metadata: { access: 'anyone' },
  },
});

async function openLibrary() {
  const app = fastify();
  const seen: unknown[] = [];
  app.addHook('onRoute', ({ config }) => void seen.push(config?.tsRestRoute?.metadata));
  const s = initServer();
  const routes = s.router(books, {
    lend: {
      hooks: { onRequest: async ({ body }) => void seen.push(body) },
      handler: async ({ params: { id }, query: { days }, body: { to } }) => ({
        status: 200,
        body: { lent: `${id} to ${to} for ${days} days`, secret: true },
      }),
    },
  });
  await app.register(s.plugin(routes), {
    logInitialization: false,
    responseValidation: true,
    requestValidationErrorHandler: ({ pathParams, query, headers, body }, _, reply) =>
      reply.status(400).send([pathParams, query, headers, body].map((part) => part?.issues[0]?.path?.join())),
  });
  return { app, seen };
}

test('ts-rest checks calls and answers with zod on Fastify as the contract needs it', async () => {
  const { app, seen } = await openLibrary();
  const lend = (id: string, days: string, to: string, key: string) =>
    app.inject({
      method: 'POST',
      url: `/books/${id}?${days}`,
      payload: { to },
      headers: { 'idempotency-key': key },
    });
  const right = await lend('7', '', ' Ann ', '12345678');
  const wrong = await lend('seven', 'days=31', ' ', '1');
  expect(
    {
      // A hook of a route runs before its body is read, and finds the route's part of the contract
      seen,
      // Values are those that the schemas make, and an answer has what its schema names
      right: right.json(),
      wrong: [wrong.statusCode, wrong.json()],
      isError: new RequestValidationError(null, null, null, null) instanceof Error,
    },
    BROKEN,
  ).toEqual({
    seen: [{ access: 'anyone' }, undefined, undefined],
    right: { lent: '7 to Ann for 14 days' },
    wrong: [400, ['id', 'days', 'idempotency-key', 'to']],
    isError: true,
  });
  await app.close();
});
