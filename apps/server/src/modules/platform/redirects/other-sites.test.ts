import { expect, test } from 'vitest';
import { withContentChange } from '../../../database/changes.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { addRedirects } from './redirect.service.ts';

const t = await useTestApp({ PUBLIC_URL: 'https://institute.example' });
const pages = await t.openPages();
await t.signIn();
const { user } = await t.signIn('editor@example.org');
await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'editor' });
const editor = t.as('editor@example.org').admin.redirects;
const owner = t.office.admin.redirects;

const open = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  pages.inject({ url, method, headers: { host: 'institute.example' } });
const isAnswered = (url: string, status: number) =>
  expect.poll(async () => (await open(url)).statusCode).toBe(status);

test.each([
  'https://elsewhere.example/',
  'https://institute.example@elsewhere.example/',
  'https://www.institute.example/',
  'https://institute.example:8443/',
  'https://institute.example.elsewhere.example/',
])('only an owner may lead to %s', async (to) => {
  const message =
    'Only an owner may lead visitors to another site. Write a path of this site, such as /about';
  await expect(editor.create.mutate({ from: '/led-away', to })).rejects.toMatchObject({
    data: { apiError: { code: 'FORBIDDEN', message, details: [{ path: 'to', message }] } },
  });
  const { id } = await owner.create.mutate({ from: '/led-away', to });
  await owner.remove.mutate({ id });
});

test.each(['/', '/*', '/?p=7', '/programs'])(
  'an import of an editor leads %s to no other site',
  async (from) => {
    const actor = {
      ...user,
      isOwner: false,
      rights: ['content' as const],
      sessionId: '1',
      confirmedAt: null,
    };
    const ctx = { ...t.jobContext(), actor };
    const { ids, leftOut } = await withContentChange(ctx, (tx) =>
      addRedirects(tx, [{ from, to: 'https://elsewhere.example/' }]),
    );
    expect([ids, leftOut.length]).toEqual([[], 1]);
  },
);

test('an address of this site is stored as a path, and never as one of another host', async () => {
  const targets = [
    'https://institute.example//elsewhere.example',
    'https://institute.example/\\elsewhere.example',
  ];
  for (const [at, to] of targets.entries()) {
    await editor.create.mutate({ from: `/double-${at}`, to });
    await isAnswered(`/double-${at}`, 301);
    expect((await open(`/double-${at}`)).headers.location).toBe('/elsewhere.example');
  }
});

test('another site is reached by a page that names it and has no script', async () => {
  await owner.create.mutate({ from: '/shop/*', to: 'https://elsewhere.example:8443/a"b?x=1&y=<2>' });
  await isAnswered('/shop/x', 200);
  const { headers, body } = await open('/shop/x');
  const { name } = (await t.office.admin.site.get.query()).view.institute;
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(headers).not.toHaveProperty('location');
  expect(body).toContain(`<h1>You leave the site of ${name}</h1>`);
  expect(body).toContain('<strong>elsewhere.example:8443</strong>');
  expect(body).toContain('href="https://elsewhere.example:8443/a%22b?x=1&amp;y=%3C2%3E"');
  expect(body).toContain('<meta name="robots" content="noindex">');
  expect(body).not.toMatch(/<script|http-equiv="refresh"/);
  expect((await open('/shop', 'HEAD')).statusCode).toBe(200);
});

test.each([
  ['https://institute.example@elsewhere.example/', 'elsewhere.example'],
  ['https://\u{441}nstitute.example/', 'xn--nstitute-ech.example'],
  ['//elsewhere.example/', 'elsewhere.example'],
  ['/\\elsewhere.example/', 'elsewhere.example'],
])('a stored redirect to %s names the host that it opens', async (to, host) => {
  await t.sql('delete from redirects');
  await t.sql(
    `insert into redirects ("from", key, "to", created_at) values ('/stored', '/stored', ?, now())`,
    [to],
  );
  await owner.create.mutate({ from: '/read-anew', to: '/about' });
  // Until the server has read the redirects anew, the former one answers.
  await expect.poll(async () => (await open('/stored')).body).toContain(`<strong>${host}</strong>`);
  expect((await open('/stored')).headers.location).toBeUndefined();
});
