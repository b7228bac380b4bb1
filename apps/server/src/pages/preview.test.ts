import { randomBytes } from 'node:crypto';
import type { PageRenderer } from '@institute/contract/page-bundle';
import fastify from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { previewItem } from '../composition/resources.ts';
import { keepAnswers } from '../testing/app/cache-reads.ts';
import { isLive } from '../testing/app/sessions.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { noDrawings } from '../testing/stand-ins/no-drawings.ts';
import { serveSitePages } from './pages.ts';

let later = 0;

const adminApp = { files: [], html: async () => '' };
const renderer: PageRenderer = {
  pageParameters: ['preview'],
  locate: (path: string) => path,
  ...noDrawings,
  render: async ({ url }, { send }) => {
    const path = new URL(url).pathname.replace('/news/', '/posts/');
    const { status, body } = await send({ method: 'GET', path, headers: {}, body: undefined });
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return new Response(JSON.stringify(body), { status, headers });
  },
};

const t = await useTestApp();
const admin = t.office.admin;
const site = fastify();
keepAnswers(site);
site.decorateRequest('ctx');
site.addHook('onRequest', async (request) => {
  request.ctx = t.jobContext(() => new Date(Date.now() + later));
});
site.get('/api/v1/*', async (request, reply) => {
  const { statusCode, payload } = await t.app.inject(request.url);
  return reply.status(statusCode).type('application/json').send(payload);
});
await site.register(serveSitePages, {
  config: { dev: false, publicUrl: 'https://institute.example', uploadUrl: undefined },
  apps: { renderer, admin: adminApp },
  previewItem,
});
afterAll(() => site.close());

const draft = { title: 'Not yet', content: '<p>Soon.</p>', status: 'draft' as const };
const made = async (fields: object = {}) => {
  const { view } = await admin.posts.create.mutate({ ...draft, ...fields });
  return { id: view.id, link: await admin.posts.preview.query({ id: view.id }) };
};

test('the link shows its version of the draft on its page; others do not see it', async () => {
  const { id, link } = await made();
  expect(link).toMatch(new RegExp(`^/news/${id}\\?preview=`));
  expect((await site.inject(`/news/${id}`)).statusCode).toBe(404);

  const shown = await site.inject(link);
  expect([shown.statusCode, shown.json().data.title]).toEqual([200, 'Not yet']);
  await admin.posts.update.mutate({ id, changes: { title: 'Nearly' } });
  expect((await site.inject(link)).json().data.title).toBe('Not yet');
  const later = await admin.posts.preview.query({ id });
  expect((await site.inject(later)).json().data.title).toBe('Nearly');
  await admin.posts.update.mutate({ id, changes: { status: 'published' } });
  expect((await site.inject(link)).json().data).toMatchObject({ title: 'Nearly', status: 'published' });
  await admin.posts.update.mutate({ id, changes: { status: 'draft' } });
  await t.sql('delete from content_versions where item_id = ?', [id]);
  expect((await site.inject(link)).statusCode).toBe(404);
});

test.each([
  ['is deactivated', (id: number) => admin.accounts.setActive.mutate({ id, isActive: false })],
  ['loses the right', (id: number) => admin.accounts.setRights.mutate({ id, rights: ['fees'] })],
])('the link ends when its account %s', async (name, lose) => {
  const email = `${name.replaceAll(' ', '-')}@previews.example`;
  const { user } = await t.given.account(email);
  const { id } = await made();
  const link = await t.as(email).admin.posts.preview.query({ id });
  expect((await site.inject(link)).statusCode).toBe(200);
  await lose(user.id);
  expect((await site.inject(link)).statusCode).toBe(404);
  expect((await site.inject(await admin.posts.preview.query({ id }))).statusCode).toBe(200);
});

test('a preview is neither cached nor indexed', async () => {
  const { headers } = await site.inject((await made()).link);
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
  });
});

test('the preview of a published item is its usual page, uncached', async () => {
  const { id, link } = await made({ status: 'published' });
  for (const address of [link, `/news/${id}?preview=nonsense`]) {
    const { statusCode, headers } = await site.inject(address);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store']);
  }
  const { headers } = await site.inject(`/news/${id}`);
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test('an inactive program can be previewed too', async () => {
  const { id } = await t.given.program({ name: 'Tailoring', isActive: false });
  const shown = await site.inject(await admin.programs.preview.query({ id }));
  expect([shown.statusCode, shown.json().data.name]).toEqual([200, 'Tailoring']);
});

test('a link works for one item and half an hour', async () => {
  const one = await made();
  const two = await made();
  const token = one.link.split('=')[1];
  expect((await site.inject(`/news/${two.id}?preview=${token}`)).statusCode).toBe(404);
  expect((await site.inject(`/programs/${one.id}?preview=${token}`)).statusCode).toBe(404);

  later = 29 * 60_000;
  expect((await site.inject(one.link)).statusCode).toBe(200);
  later = 31 * 60_000;
  const { statusCode, headers } = await site.inject(one.link);
  later = 0;
  expect([statusCode, headers['cache-control']]).toEqual([404, 'private, no-store']);
});

test('a deleted item has no preview', async () => {
  const { id, link } = await made();
  await admin.posts.remove.mutate({ id });
  expect((await site.inject(link)).statusCode).toBe(404);
  await expect(admin.posts.preview.query({ id })).rejects.toThrow('There is nothing to preview');
  await expect(admin.coaches.preview.query({ id })).rejects.toThrow('There is nothing to preview');
});

test('no other token opens a draft, and a preview token opens nothing else', async () => {
  const { id, link } = await made();
  const signed = (secret: Uint8Array, audience: string) =>
    new SignJWT({ type: 'post', id })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('institute')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(secret);
  const secret = new TextEncoder().encode(t.config.authSecret);
  const { token: bearer } = await t.given.account();
  const tokens = [
    bearer,
    await signed(secret, 'institute-admin'),
    await signed(randomBytes(32), 'institute-preview'),
    '',
    'x'.repeat(5000),
  ];
  for (const token of tokens) {
    expect((await site.inject(`/news/${id}?preview=${token}`)).statusCode).toBe(404);
  }
  expect(await isLive(t, link.split('=')[1] ?? '')).toBe(false);
});
