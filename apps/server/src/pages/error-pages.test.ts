import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app/test-app.ts';

const t = await useTestApp();
const site = await t.openPages();
await site.listen({ port: 0, host: '127.0.0.1' });
const { port } = site.server.address() as AddressInfo;

const ofBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Sends the path as it is given, which `fetch` would change. */
const ask = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  new Promise<{ status: number; allow: string | undefined; type: string | undefined; body: string }>(
    (resolve, reject) => {
      const options = { port, path, method, headers: { host: 'localhost:3000', ...headers } };
      request(options, async (answer) => {
        const { statusCode: status = 0, headers: given } = answer;
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve({ status, allow: given.allow, type: given['content-type'], body: text });
      })
        .on('error', reject)
        .end(body);
    },
  );

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';

test.each<[string, string, number, string]>([
  ['GET', '/%ff', 400, 'This did not work'],
  ['GET', '/programs/%c0%af', 400, 'This did not work'],
  ['DELETE', '/programs', 405, 'This page cannot do that'],
  ['PUT', '/Programs/', 405, 'This page cannot do that'],
  ['POST', '/admin/programs', 405, 'This page cannot do that'],
  ['PATCH', '/robots.txt', 405, 'This page cannot do that'],
  ['POST', '/no/such/page', 404, 'Page not found'],
  ['POST', '/api/exports/registrations', 401, 'This did not work'],
])('%s %s is answered %i, to a browser with a page', async (method, path, status, title) => {
  const shown = await ask(method, path, ofBrowser);
  expect([shown.status, shown.type]).toEqual([status, html]);
  expect(shown.body).toContain(`<h1>${title}</h1>`);
  expect(shown.body).toContain('<a href="/">Home</a>');

  const told = await ask(method, path);
  expect([told.status, told.type]).toEqual([status, json]);
  expect(JSON.parse(told.body).error.requestId).toMatch(/^[\da-f-]{36}$/);
});

test('a page says which methods it takes, and a form that is posted wrongly gets a page', async () => {
  expect((await ask('DELETE', '/programs')).allow).toBe('GET, HEAD');
  expect((await ask('DELETE', '/contact')).allow).toBe('GET, HEAD, POST');
  const headers = { ...ofBrowser, 'content-type': 'text/plain' };
  expect(await ask('POST', '/contact', headers, 'a')).toMatchObject({ status: 415, type: html });
});

test('the API answers JSON to everybody', async () => {
  for (const path of ['/api/v1/programs/999999', '/api/v1/nothing', '/api/trpc/nothing.here']) {
    expect(await ask('GET', path, ofBrowser)).toMatchObject({
      status: 404,
      type: expect.stringContaining('json'),
    });
  }
});

test('another host of the site is a page for a browser', async () => {
  const strange = { ...ofBrowser, host: 'elsewhere.example' };
  for (const path of ['/programs', '/no/such/page', '/admin']) {
    const shown = await ask('GET', path, strange);
    expect(shown).toMatchObject({ status: 421, type: html });
    expect(shown.body).toContain('<h1>This site has another address</h1>');
    expect(shown.body).toContain('<a href="http://localhost:3000">localhost:3000</a>');
  }
  const told = await ask('GET', '/programs', { host: 'elsewhere.example' });
  expect(told).toMatchObject({ status: 421, type: json });
  expect(JSON.parse(told.body).error.code).toBe('MISDIRECTED_REQUEST');
});
