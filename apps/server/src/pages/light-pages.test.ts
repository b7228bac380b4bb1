import type { PageRenderer } from '@institute/contract/page-bundle';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../errors.ts';
import { keepAnswers } from '../testing/app/cache-reads.ts';
import { noDrawings } from '../testing/stand-ins/no-drawings.ts';
import { serveSitePages } from './pages.ts';

const publicUrl = 'https://institute.example';
const config = { dev: false, publicUrl, uploadUrl: undefined };
let app: FastifyInstance;
let origin: string;
let rendered: number;

const admin = { files: [], html: async () => '' };
const renderer: PageRenderer = {
  pageParameters: ['q'],
  locate: (path: string) => (path.startsWith('/view/') ? undefined : path),
  ...noDrawings,
  render: async (_request, { light }) => {
    rendered += 1;
    const sizes =
      light && (await Promise.all(['/a.webp', '/none.webp', 'https://other.example/a.webp'].map(light)));
    const page = light ? `light ${sizes?.join()}` : 'full';
    return new Response(`<p>${page}</p>`, { headers: { 'content-type': 'text/html' } });
  },
};

beforeEach(async () => {
  rendered = 0;
  app = fastify();
  keepAnswers(app);
  onTestFinished(() => app.close());
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { ctx: { config } });
  });
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof AppError ? error.status : 500).send(),
  );
  app.get('/api/v1/site', async () => ({ data: { institute: { mapUrl: '', aboutDocumentUrl: '' } } }));
  app.get('/a.webp', async (_request, reply) => reply.type('image/webp').send(Buffer.alloc(34_000)));
  app.get('/none.webp', async (_request, reply) => reply.status(404).send());
  await app.register(serveSitePages, { config, apps: { renderer, admin }, previewItem: async () => null });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});

const light = '<p>light 34000,,</p>';
const full = '<p>full</p>';
const read = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(origin, { headers });
  return { body: await answer.text(), status: answer.status, headers: answer.headers };
};

test('a page is kept once for each mode, and nobody gets that of the other', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await read()).body).toBe(full);
    expect((await read({ 'save-data': 'on' })).body).toBe(light);
    expect((await read({ ect: '2g' })).body).toBe(light);
    expect((await read({ cookie: 'view=light' })).body).toBe(light);
    expect((await read({ cookie: 'view=full', 'save-data': 'on' })).body).toBe(full);
  }
  expect(rendered).toBe(2);
});

test('an answer names what it depends on, and its ETag is that of its mode', async () => {
  const whole = await read();
  const spare = await read({ 'save-data': 'on' });
  for (const { headers } of [whole, spare]) {
    expect(headers.get('vary')).toBe('Save-Data, ECT, Cookie, Accept-Encoding');
  }
  const etag = String(whole.headers.get('etag'));
  const unchanged = await read({ 'if-none-match': etag });
  expect([unchanged.status, unchanged.headers.get('vary')]).toEqual([304, whole.headers.get('vary')]);
  expect(await read({ 'if-none-match': etag, 'save-data': 'on' })).toMatchObject({
    status: 200,
    body: light,
  });
});

const press = (choice: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/view/${choice}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl, ...headers },
    payload: '',
  });

test.each(['light', 'full'])('the switch remembers %s and goes back to the page', async (choice) => {
  const { statusCode, headers } = await press(choice, { referer: `${publicUrl}/programs?q=web` });
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    303,
    '/programs?q=web',
    'no-store',
  ]);
  expect(headers['set-cookie']).toEqual([
    `view=${choice}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`,
    expect.stringMatching(/^light=; .*Expires=Thu, 01 Jan 1970/),
  ]);
});

test.each([
  [undefined, '/'],
  ['nonsense', '/'],
  ['https://evil.example/page', '/'],
  [`${publicUrl}.evil.example/page`, '/'],
  [`${publicUrl}//evil.example/page`, '/evil.example/page'],
  [`${publicUrl}/\\evil.example`, '/evil.example'],
  ['javascript:alert(1)', '/'],
])('from %s the switch leads to no other site', async (referer, location) => {
  const { headers } = await press('light', referer ? { referer } : {});
  expect(headers.location).toBe(location);
});

test('a page of another site cannot press the switch, and it has two positions', async () => {
  expect((await press('light', { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await press('maybe')).statusCode).toBe(404);
});
