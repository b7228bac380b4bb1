import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOwnOrigin } from '../../config/own-addresses.ts';
import { sendRawRequest } from '../../testing/app/raw-request.ts';
import { type TestApp, testApp } from '../../testing/app/test-app.ts';

const PROGRAMS = '/api/v1/programs';
const MISDIRECTED = { status: 421, code: 'MISDIRECTED_REQUEST' };
const SERVED = { status: 200, code: undefined };

async function raw(t: TestApp, line: string, headers: string[] = []) {
  const { port } = t.app.server.address() as AddressInfo;
  const text = `${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;
  const { status, body } = await sendRawRequest(port, text);
  return { status, code: JSON.parse(body || '{}').error?.code };
}

async function listening(settings: Record<string, string>): Promise<TestApp> {
  const t = await testApp(settings);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  // Caches the answer
  await t.app.inject(PROGRAMS);
  return t;
}

describe('on a public address', () => {
  let t: TestApp;
  const get = (host: string, path = PROGRAMS) => raw(t, `GET ${path} HTTP/1.1`, [`Host: ${host}`]);
  beforeAll(async () => {
    t = await listening({ PUBLIC_URL: 'https://www.example.org' });
  });
  afterAll(() => t.close());

  test.each(['www.example.org', 'WWW.Example.ORG', 'www.example.org:443'])('%s is served', async (host) => {
    expect(await get(host)).toEqual(SERVED);
  });

  test.each([
    'evil.example',
    'example.org',
    'www.example.org.',
    'www.example.org:80',
    'www.example.org:3000',
    'www.example.org.evil.example',
    'evil.example, www.example.org',
    'user@www.example.org',
    'localhost:3000',
    '127.0.0.1',
    '"><script>',
    '',
  ])('"%s" is misdirected', async (host) => {
    for (const path of [PROGRAMS, '/api/v1/alumni', '/', '/nothing'])
      expect(await get(host, path)).toEqual(MISDIRECTED);
  });

  test('a POST to another host changes nothing', async () => {
    const headers = ['Host: evil.example', 'Content-Type: application/json', 'Content-Length: 2'];
    expect(await raw(t, 'POST /api/v1/newsletter/subscribe HTTP/1.1', headers)).toEqual(MISDIRECTED);
  });

  test('metrics answer any host, to whoever has the token', async () => {
    expect((await get('10.0.0.7:3000', '/metrics')).status).toBe(404);
  });

  test.each(['/healthz', '/readyz'])('%s answers any host', async (path) => {
    expect(await get('10.0.0.7:3000', path)).toEqual(SERVED);
    expect(await raw(t, `GET ${path} HTTP/1.0`)).toEqual(SERVED);
    expect(await raw(t, `GET http://10.0.0.7${path} HTTP/1.1`, ['Host: 10.0.0.7'])).toEqual(SERVED);
  });

  test('an HTTP/1.0 request needs a host too', async () => {
    expect(await raw(t, `GET ${PROGRAMS} HTTP/1.0`)).toEqual(MISDIRECTED);
    expect(await raw(t, `GET ${PROGRAMS} HTTP/1.0`, ['Host: www.example.org'])).toEqual(SERVED);
  });

  test('a request with two hosts is refused', async () => {
    const own = 'Host: www.example.org';
    const other = 'Host: evil.example';
    for (const headers of [
      [own, other],
      [other, own],
      [own, own],
    ]) {
      expect(await raw(t, `GET ${PROGRAMS} HTTP/1.1`, headers)).toEqual(MISDIRECTED);
    }
  });

  test('the host of an absolute request line counts instead of the header', async () => {
    const line = (url: string) => `GET ${url} HTTP/1.1`;
    const own = ['Host: www.example.org'];
    const other = ['Host: evil.example'];

    expect(await raw(t, line(`https://www.example.org${PROGRAMS}`), own)).toEqual(SERVED);
    expect(await raw(t, line(`HTTP://www.EXAMPLE.org:443${PROGRAMS}?limit=1`), other)).toEqual(SERVED);
    expect(await raw(t, line(`http://evil.example${PROGRAMS}`), own)).toEqual(MISDIRECTED);
    expect(await raw(t, line(`http://www.example.org@evil.example${PROGRAMS}`), own)).toEqual(MISDIRECTED);
    expect(await raw(t, line(`ftp://www.example.org${PROGRAMS}`), own)).toEqual(MISDIRECTED);
  });

  test.each([
    'GET https://www.example.org',
    'GET https://www.example.org?x=1',
    'GET https://www.example.org//evil.example/',
    'GET https://www.example.org/%ff',
    'GET https://',
    'GET x://y',
    'GET //evil.example/programs',
    'GET *',
    'OPTIONS *',
    'CONNECT www.example.org:443',
  ])('%s never causes an internal error', async (start) => {
    for (const host of ['www.example.org', 'evil.example']) {
      expect((await raw(t, `${start} HTTP/1.1`, [`Host: ${host}`])).status).not.toBeGreaterThanOrEqual(500);
    }
  });
});

test.each(['', 'loopback'])(
  'a forwarded host is ignored, also of a trusted proxy (%j)',
  async (TRUST_PROXY) => {
    const t = await listening({ PUBLIC_URL: 'https://www.example.org', TRUST_PROXY });
    const forwarded = (host: string, other: string) =>
      raw(t, `GET ${PROGRAMS} HTTP/1.1`, [`Host: ${host}`, `X-Forwarded-Host: ${other}`]);
    expect(await forwarded('127.0.0.1:3000', 'www.example.org')).toEqual(MISDIRECTED);
    expect(await forwarded('www.example.org', 'evil.example')).toEqual(SERVED);
    await t.close();
  },
);

test('on a loopback address all loopback names are accepted, on the port of the site', async () => {
  const t = await listening({ PUBLIC_URL: 'http://localhost:3000' });
  const get = (host: string) => raw(t, `GET ${PROGRAMS} HTTP/1.1`, [`Host: ${host}`]);
  const { port } = t.app.server.address() as AddressInfo;

  for (const name of ['localhost', '127.0.0.1', '[::1]', 'LocalHost']) {
    expect(await get(`${name}:3000`)).toEqual(SERVED);
    expect(await get(`${name}:${port}`)).toEqual(SERVED);
    expect(await get(`${name}:1`)).toEqual(MISDIRECTED);
    expect(await get(name)).toEqual(MISDIRECTED);
  }
  expect(await get('evil.example:3000')).toEqual(MISDIRECTED);
  expect(await get('127.0.0.1.evil.example:3000')).toEqual(MISDIRECTED);
  await t.close();
});

test('only the Origin of PUBLIC_URL is accepted', () => {
  const isOwn = (origin: string) => isOwnOrigin(origin, 'https://www.example.org');
  expect(isOwn('https://www.example.org')).toBe(true);
  for (const origin of ['http://www.example.org', 'https://example.org', 'https://localhost', 'null', '']) {
    expect(isOwn(origin)).toBe(false);
  }
});

test('on a loopback address the Origin of every loopback name is accepted', () => {
  const isOwn = (origin: string) => isOwnOrigin(origin, 'http://localhost:3000');
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    expect(isOwn(`http://${name}:3000`)).toBe(true);
    expect(isOwn(`http://${name}:3001`)).toBe(false);
    expect(isOwn(`https://${name}:3000`)).toBe(false);
  }
});
