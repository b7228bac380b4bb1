import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeSelfSigned } from '../../../testing/stand-ins/self-signed.ts';
import { startWebhookReceiver } from '../../../testing/stand-ins/webhook-receiver.ts';
import { postJson } from './post.ts';

const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.splice(0);
});

const send = (url = receiver.url, options = {}) =>
  postJson(url, { headers: { 'webhook-id': 'msg_1' }, body: '{"é":1}' }, { allowPrivate: true, ...options });

test.each([200, 201, 204, 299])('%d is a success, whatever its body says', async (status) => {
  receiver.manner = (response) => {
    response.writeHead(status);
    if (status === 204) response.end();
    else response.write('never ends');
  };
  expect(await send()).toEqual({ status, error: null });
  expect(receiver.received).toMatchObject([
    {
      body: '{"é":1}',
      headers: { 'content-type': 'application/json', 'content-length': '8', 'webhook-id': 'msg_1' },
    },
  ]);
});

test('no redirect is followed', async () => {
  receiver.manner = (response) => void response.writeHead(302, { location: '/elsewhere' }).end();
  expect(await send()).toEqual({ status: 302, error: 'Answered 302. Redirects are not followed' });
  expect(receiver.received).toHaveLength(1);
});

test('of a refusal the first words are kept, in one line, even when it never ends', async () => {
  receiver.manner = (response) => {
    response.writeHead(500);
    const talk = () => void response.write('busy\0\r\n'.repeat(200), (error) => !error && setImmediate(talk));
    talk();
  };
  const { status, error } = await send();
  expect(status).toBe(500);
  expect(error).toMatch(/^Answered 500: (?:busy )+/);
  expect(error?.length).toBeLessThanOrEqual(220);
});

test('a receiver that does not answer is given up, and one that breaks off has answered', async () => {
  receiver.manner = () => {};
  expect(await send(undefined, { timeoutMs: 50 })).toEqual({
    status: null,
    error: 'No answer within 0.05 s',
  });
  receiver.manner = (response) =>
    void response.writeHead(503).write('try la', () => response.socket?.resetAndDestroy());
  expect(await send()).toEqual({ status: 503, error: 'Answered 503: try la' });
});

test('tells why no connection came about', async () => {
  const closed = await startWebhookReceiver();
  await closed.close();
  expect(await send(closed.url)).toEqual({ status: null, error: 'The connection failed: ECONNREFUSED' });
  receiver.manner = (response) => void response.socket?.end('nonsense\r\n\r\n');
  expect(await send()).toEqual({ status: null, error: 'The connection failed: HPE_INVALID_CONSTANT' });
});

test('a certificate of nobody is refused', async () => {
  const server = createServer(makeSelfSigned('localhost'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await send(`https://127.0.0.1:${port}/`)).toEqual({
    status: null,
    error: 'The connection failed: DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  await new Promise((resolve) => server.close(resolve));
});
