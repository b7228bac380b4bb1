import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { sendRawRequest } from '../../testing/app/raw-request.ts';
import { type TestApp, testApp, useTestApp } from '../../testing/app/test-app.ts';

const t = await useTestApp();
const port = await listen(t.app);

async function listen(app: TestApp['app']): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const send = (text: string, to = port) => sendRawRequest(to, text);

const expectEnvelope = ({ head, body }: { head: string; body: string }, code: string) => {
  const { error } = JSON.parse(body);
  expect(error).toMatchObject({ code, details: [] });
  expect(head).toContain(`x-request-id: ${error.requestId}`);
  expect(head).toContain('x-content-type-options: nosniff');
};

test('only a site on https sends HSTS, for the names below its own where that is asked for', async () => {
  const https = { PUBLIC_URL: 'https://www.example.org' };
  for (const [settings, value] of [
    [{}, undefined],
    [https, 'max-age=31536000'],
    [{ ...https, HSTS_SUBDOMAINS: 'true' }, 'max-age=31536000; includeSubDomains'],
  ] as const) {
    const site = await testApp(settings);
    const { headers } = await site.app.inject('/api/v1/programs');
    expect(headers['strict-transport-security']).toBe(value);
    await site.close();
  }
});

test.each([
  ['a path that cannot be decoded', '/api/v1/programs/%ff', 400, 'VALIDATION_ERROR'],
  ['a parameter of great length', `/api/v1/programs/${'9'.repeat(600)}`, 404, 'NOT_FOUND'],
])('%s is refused with the envelope', async (_, url, status, code) => {
  const answer = await t.app.inject(url);
  expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  expect(answer.json().error.requestId).toBe(answer.headers['x-request-id']);
});

test('headers over 16 kB are 431 with the envelope', async () => {
  const answer = await send(
    `GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  );
  expect(answer.status).toBe(431);
  expectEnvelope(answer, 'HEADERS_TOO_LARGE');
});

test.each([
  ['no HTTP at all', 'nonsense\r\n\r\n'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: localhost:3000\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('%s is 400 with the envelope', async (_, text) => {
  const answer = await send(text);
  expect(answer.status).toBe(400);
  expectEnvelope(answer, 'VALIDATION_ERROR');
});

test('a body over 1 MB is 413 with the envelope, which the sender receives', async () => {
  const name = 'x'.repeat(8 * 1024 * 1024);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  }
});

test('an unknown HTTP method is 404 with the envelope', async () => {
  const answer = await send(
    'PROPFIND /api/v1/programs HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n',
  );
  expect(answer.status).toBe(404);
  expectEnvelope(answer, 'NOT_FOUND');
});

test('slow headers and bodies are answered with 408 and cut off', async () => {
  const limits = { headersMs: 200, requestMs: 300, uploadMs: 5000, importMs: 5000, lateBodyMs: 5000 };
  const app = await buildApp({ config: t.config, db: t.db, limits });
  const slow = await listen(app);
  const head = 'POST /api/v1/contact HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n';

  const [headers, body, chunked] = await Promise.all([
    send(head, slow),
    send(`${head}Content-Length: 100\r\n\r\n{"name":`, slow),
    send(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\n`, slow),
  ]);
  await app.close();

  for (const answer of [headers, body, chunked]) {
    expect(answer.status).toBe(408);
    expectEnvelope(answer, 'VALIDATION_ERROR');
  }
});
