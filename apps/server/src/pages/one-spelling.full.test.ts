import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { toPlainPath } from '../http/policies/plain-path.ts';
import { useTestApp } from '../testing/app/test-app.ts';

const t = await useTestApp();
const site = await t.openPages();
const { id } = await t.given.program();
await site.listen({ port: 0, host: '127.0.0.1' });
const { port } = site.server.address() as AddressInfo;

/** Sends the path as it is given, which `fetch` would change. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    request({ port, path, headers: { host: 'localhost:3000', ...headers } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray()).toString();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    })
      .on('error', reject)
      .end();
  });

test.each([
  ['/Admin', '/admin'],
  ['/ADMIN/login', '/admin/login'],
  ['//admin/login', '/admin/login'],
  ['/%61dmin/login', '/admin/login'],
  ['/admin/login/', '/admin/login'],
  ['/x1/../programs?category=camp', '/programs?category=camp'],
  ['/%70rograms', '/programs'],
  ['/PROGRAMS//', '/programs'],
  ['/./', '/'],
  ['/Login', '/login'],
  ['/docs/API/', '/docs/api'],
])('%s leads to %s, also in light mode', async (path, address) => {
  for (const headers of [{}, { 'save-data': 'on' }] as Record<string, string>[]) {
    const { status, headers: given } = await get(path, headers);
    expect([status, given.location]).toEqual([308, address]);
  }
});

test('the reference of a donation keeps its letters, and nothing else of its path does', async () => {
  const secret = '1700000000000-aBcDeFgHiJkLmNoPqRsTuV';
  const { status, headers } = await get(`/Donations/${secret}/`);
  expect([status, headers.location]).toEqual([308, `/donations/${secret}`]);
  expect((await get(`/donations/${secret}`)).status).toBe(404);
});

test.each([
  '/nothing-here',
  '/Nothing',
  '/p/',
  '/nothing/here/',
  '/nothing//here',
  '//evil.example/programs',
  '/admin/Nothing/at/all',
  '/programs%2f1',
])('%s is answered 404, and leads nowhere', async (path) => {
  const { status, headers } = await get(path);
  expect([status, headers.location]).toEqual([404, undefined]);
});

test.each(['0%s', '00%s', '%se0', '+%s', '%s.0', '%20%s', '0x%s'])(
  'a program has no page, image or code at the spelling "%s" of its number',
  async (spelling) => {
    const other = spelling.replace('%s', String(id));
    for (const path of [
      `/programs/${other}`,
      `/programs/${other}/share.jpg`,
      `/programs/${other}/registration.svg`,
    ]) {
      const { status, headers } = await get(path);
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
    }
  },
);

test('a sheet of the office has one address too', async () => {
  expect((await get('/admin/registrations/1/print')).status).toBe(200);
  expect((await get('/Admin//registrations/1/Print/')).headers.location).toBe('/admin/registrations/1/print');
  for (const spelling of ['01', '1e0', '+1', 'x']) {
    expect((await get(`/admin/registrations/${spelling}/print`)).status).toBe(404);
  }
});

test.each([
  '/api//v1/programs',
  '//api/v1/programs',
  '/API/v1/programs',
  '/api/v1/Programs',
  '/api/v1/x/../programs',
])('%s is no call of the API', async (path) => {
  const { status, headers } = await get(path);
  expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('application/json')]);
});

test('spellings and unknown addresses push no page out of memory', async () => {
  const own = `/programs/${id}`;
  let round = 0;
  const isStillInMemory = async () => {
    round += 1;
    await get(own);
    for (let turn = 0; turn < 600; turn += 1) {
      await get(`/x${turn}/../programs`);
      if (turn % 10 === 0) await get(`/unknown-${turn}`);
    }
    const silent = `Changed without a notice in round ${round}.`;
    await t.sql('update programs set name = ? where id = ?', [silent, id]);
    return !(await get(own)).body.includes(silent);
  };
  // The notice of an earlier change may still come, and empties the memory.
  await expect.poll(isStillInMemory).toBe(true);
});

test('the admin area has its own content policy, and no light page', async () => {
  const { headers, body } = await get('/admin/login', { 'save-data': 'on' });
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(headers['light-mode']).toBeUndefined();
  expect(body).toContain('<script');
});

test.each([
  ['/', '/'],
  ['/programs/1', '/programs/1'],
  ['//admin//login/', '/admin/login'],
  ['/x1/../programs', '/programs'],
  ['/../../programs/.', '/programs'],
  ['/%2e%2E/%70rograms', '/programs'],
  ['/news/caf%C3%A9%2F1', '/news/caf%C3%A9%2F1'],
  ['/donations/1700000000000-aB_-%7E', '/donations/1700000000000-aB_-~'],
  ['/100%', '/100%'],
])('%s is %s, which is plain', (path, plain) => {
  expect(toPlainPath(path)).toBe(plain);
  expect(toPlainPath(plain)).toBe(plain);
});
