import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedFolders, openFolders } from '@institute/contract/addresses.constants';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { listAllRoutes } from '../../../testing/guarantees/every-route.ts';
import { encodeNonAscii, makeRedirectKey } from './redirect-table.ts';

const t = await useTestApp();
const site = await t.openPages();
await site.listen({ port: 0, host: '127.0.0.1' });
const { port } = site.server.address() as AddressInfo;
await t.signIn();
const { admin } = t.office;
const { user } = await t.signIn('editor@example.org');
await admin.accounts.setRole.mutate({ id: user.id, role: 'editor' });
const editor = t.as('editor@example.org').admin;

/** Sends the path as it is given, which `fetch` would change. */
const get = (path: string) =>
  new Promise<[status: number | undefined, location: string | undefined]>((resolve, reject) => {
    request({ port, path, headers: { host: 'localhost:3000' } }, (answer) => {
      answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.location]));
    })
      .on('error', reject)
      .end();
  });

const ofTheSite = [
  '/certificates/KYQ7-X2',
  '/certificates/*',
  '/certificates',
  '/certificates/',
  '/certificates//KYQ7',
  '/Certificates/KYQ7',
  '/%63ertificates/KYQ7',
  '/%2563ertificates/KYQ7',
  '/%252563ertificates/KYQ7',
  '/certificates%2fKYQ7',
  '/%2fcertificates/KYQ7',
  '/%5ccertificates/KYQ7',
  '/certificates;x/KYQ7',
  '/certificates%3fKYQ7',
  '/certificates%ff/KYQ7',
  '/certificates%20/KYQ7',
  '/certificates./KYQ7',
  '/x/../certificates/KYQ7',
  '/x/%2e%2e/certificates/KYQ7',
  '/x%2f..%2fcertificates/KYQ7',
  '/x/..\\certificates/KYQ7',
  '/./certificates/KYQ7',
  '/\u{ff43}ertificates/KYQ7',
  '/%EF%BD%83ertificates/KYQ7',
  '/\u{ff05}63ertificates/KYQ7',
  '/certificates\u{ff0f}KYQ7',
  '/certi\u{200b}ficates/KYQ7',
  '/certi%C2%ADficates/KYQ7',
  '/\u{2060}/certificates/KYQ7',
  '/\u{441}ertificates/KYQ7',
  '/certificate/KYQ7',
  '/p/certificates/KYQ7',
  '/p/certificates-3fr9-um4s-4afg',
  '/P/Certificates/*',
  '/p/receipts/KYQ7',
  '/p/*',
  '/p',
  '/receipts/26',
  '/fees/17-x',
  '/donations/17-x',
  '/registration/status',
  '/registration-success',
  '/s/REG-2026-000001',
  '/newsletter/confirm',
  '/uploads/x',
  '/images/x',
  '/.well-known/x',
  '/.Well-Known/*',
  '/admin/x',
  '/api/v1/x',
  '/privacy/x',
  '/programs',
  '/About/',
  '/%6eews',
  '/*',
  '/./*',
  '/x/../*',
  '/%2a',
  '/',
  '/registration/status?reference=REG-2026-000001',
  '/programs?category=camp',
  '/old?page=2',
  '/certificates?KYQ7',
];

test.each(ofTheSite)('refuses a redirect from %j', async (from) => {
  for (const { redirects } of [editor, admin]) {
    const made = redirects.create.mutate({ from, to: '/p/genuine' });
    await expect(made).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
  }
});

test('refuses an address that was encoded ten thousand times', async () => {
  const made = editor.redirects.create.mutate({
    from: `/%${'25'.repeat(10_000)}63ertificates`,
    to: '/about',
  });
  await expect(made).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
});

test('a stored redirect from an address of the site changes no answer', async () => {
  const asked = ofTheSite.map((from) => encodeNonAscii(from.replace('*', 'KYQ7')));
  const readAnswers = () => Promise.all(asked.map(async (path) => [path, await get(path)]));
  const before = await readAnswers();
  for (const from of new Map(ofTheSite.map((one) => [makeRedirectKey(one), one])).values()) {
    await t.sql(`insert into redirects ("from", key, "to", created_at) values (?, ?, '/p/genuine', now())`, [
      from,
      makeRedirectKey(from),
    ]);
  }
  await editor.redirects.create.mutate({ from: '/read-anew', to: '/about' });
  await expect.poll(() => get('/read-anew')).toEqual([301, '/about']);
  expect(await readAnswers()).toEqual(before);
});

test.each([
  '/blog/*',
  '/programs/999',
  '/news/old-title',
  '/p/old',
  '/about/rules',
  '/blog/fees',
  '/?page_id=3',
])('takes a redirect from %s', async (from) => {
  await editor.redirects.create.mutate({ from, to: '/contact' });
  await expect.poll(() => get(from.replace('*', 'x'))).toEqual([301, '/contact']);
});

test('every route stands at an address that is known as open or closed', () => {
  const known: ReadonlySet<string> = new Set([...openFolders, ...closedFolders]);
  const paths = listAllRoutes(site).map((route) => route.replace(/^[A-Z]+ /, ''));
  const folders = paths.filter((path) => path !== '*').map((path) => path.split(/[/*]/)[1] ?? path);
  expect(folders.filter((folder) => !known.has(folder))).toEqual([]);
});
