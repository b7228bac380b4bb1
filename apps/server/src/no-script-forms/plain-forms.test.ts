import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { AppError, invalidInputError } from '../errors.ts';
import { answerFailure } from '../http/failures.ts';
import { acceptOnlyJson } from '../http/policies/bodies.ts';
import type { RateLimits } from '../http/policies/rate-limit.ts';
import { queueRequests } from '../http/server/request-queue.ts';
import { answerPublicPage } from '../pages/page-answer.ts';
import { makeFormPost, makeRememberingRenderer, showAgain } from '../testing/app/form-site.ts';
import { servePlainForms } from './plain-forms.ts';

const origin = 'https://institute.example';
let app: FastifyInstance;
let asked: Pick<FastifyRequest, 'url' | 'body' | 'ip' | 'headers'>[];
let answer: object;
let refusal: AppError | undefined;
let page: ReturnType<typeof makeRememberingRenderer>;
let isFull: boolean;
let gate: ReturnType<typeof Promise.withResolvers<void>> | undefined;
let waited = 0;

beforeEach(async () => {
  asked = [];
  answer = {};
  refusal = undefined;
  page = makeRememberingRenderer();
  isFull = false;
  gate = undefined;
  app = fastify({ return503OnClosing: false });
  queueRequests(app, { atOnce: 1, waiting: 0 });
  app.decorate('rateLimits', {
    isOver: async () => isFull,
    isReached: async () => false,
  } as unknown as RateLimits);
  app.decorate('knownAnswer', async () => undefined);
  app.setErrorHandler(answerFailure);
  acceptOnlyJson(app);
  app.addHook('onRequest', async (request) => {
    const config = { publicUrl: origin, authSecret: 'a secret of at least thirty-two bytes' };
    request.ctx = { config, now: () => new Date(Date.now() + waited) } as Ctx;
  });
  app.post('/api/v1/*', async ({ url, body, ip, headers }, reply) => {
    asked.push({ url, body, ip, headers });
    await gate?.promise;
    if (refusal) throw refusal;
    return reply.status(201).send({ data: answer });
  });
  const options = {
    app,
    config: { dev: false, publicUrl: origin, uploadUrl: undefined },
    renderer: page.renderer,
    imageBytes: async () => undefined,
    previewItem: async () => null,
  };
  for (const path of ['/contact', '/newsletter', '/registration', '/donations']) {
    app.get(path, (request, reply) => answerPublicPage(request, reply, options));
  }
  await app.register(servePlainForms, options);
});
afterEach(() => app.close());

const post = async (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const form = makeFormPost(url, fields, { remoteAddress: '203.0.113.9', headers: { origin, ...headers } });
  return showAgain(app, await app.inject(form));
};

test('a posted form makes the API call for the same visitor and redirects to another page', async () => {
  const message = { name: 'Ann', email: 'ann@example.org', subject: 'Fees', message: 'One\r\ntwo' };
  const { statusCode, headers } = await post(
    '/contact',
    { ...message, other: 'x' },
    { 'user-agent': 'Phone' },
  );

  expect([statusCode, headers.location]).toEqual([303, '/contact?sent=1']);
  expect(asked).toMatchObject([
    { url: '/api/v1/contact', ip: '203.0.113.9', headers: { 'user-agent': 'Phone' } },
  ]);
  expect(asked[0]?.body).toEqual({ ...message, message: 'One\ntwo' });
});

test.each([
  ['/newsletter', { email: 'ann@example.org' }, '/api/v1/newsletter/subscribe', '/newsletter?sent=1'],
  ['/registration', { firstName: 'Ann' }, '/api/v1/registrations', '/registration-success'],
])('%s is passed to its call', async (path, fields, call, done) => {
  const { headers } = await post(path, fields);
  expect([asked[0]?.url, headers.location]).toEqual([call, done]);
});

test('converts the program and the consent of a registration from text', async () => {
  await post('/registration', { programId: '3', consent: 'true' });
  await post('/registration', { programId: 'three' });
  expect(asked.map(({ body }) => body)).toMatchObject([
    { programId: 3, consent: true, firstName: '', allergies: '' },
    { programId: 0, consent: false },
  ]);
});

test('a last name is sent when it is typed, or as an empty one with the box that says so', async () => {
  const forms: Record<string, string>[] = [
    { lastName: '' },
    { lastName: 'Okello' },
    { lastName: '', oneName: 'true' },
  ];
  for (const fields of forms) {
    await post('/registration', { firstName: 'Ann', ...fields });
  }
  const sent = asked.map(({ body }) => (body as Record<string, unknown>).lastName);
  expect(sent).toEqual([undefined, 'Okello', '']);
  refusal = invalidInputError([{ path: 'phone', message: 'This is required' }]);
  await post('/registration', { firstName: 'Ann', oneName: 'true' });
  expect(page.last.posted?.values).toMatchObject({ firstName: 'Ann', oneName: 'true' });
});

test('a ticked box copies the answer that is the same, and comes back with a refused form', async () => {
  const guardian = { phone: '0700 000 001', guardianName: 'Grace', guardianPhone: '0700 000 002' };
  const typed = { emergencyName: 'Bo', emergencyPhone: '0700 000 003' };
  const same = { samePhone: 'true', samePerson: 'true' };
  for (const boxes of [{}, same]) await post('/registration', { ...guardian, ...typed, ...boxes });
  // There is nobody to copy
  await post('/registration', { ...typed, samePerson: 'true' });
  const sent = asked.map(({ body }) => body as Record<string, unknown>);
  expect(sent.map((body) => [body.guardianPhone, body.emergencyName, body.emergencyPhone])).toEqual([
    ['0700 000 002', 'Bo', '0700 000 003'],
    ['0700 000 001', 'Grace', '0700 000 001'],
    ['', 'Bo', '0700 000 003'],
  ]);
  expect(Object.keys(sent[1] ?? {})).not.toContain('samePerson');
  refusal = invalidInputError([{ path: 'phone', message: 'This is required' }]);
  await post('/registration', same);
  expect(page.last.posted?.values).toMatchObject(same);
});

test.each([
  ['/registration', 'firstName'],
  ['/contact', 'name'],
])('two equal posts of %s get one idempotency key, another one another', async (path, name) => {
  for (const value of ['Ann', 'Ann', 'Anna']) await post(path, { [name]: value });
  const [first, second, third] = asked.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[\w-]{20,255}$/);
  expect([second === first, third === first]).toEqual([true, false]);
});

test('two equal gifts are two gifts', async () => {
  for (let n = 0; n < 2; n += 1) await post('/donations', { name: 'Ann', custom: '5' });
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
});

test('the reference goes to the success page in a private cookie, not in the address', async () => {
  answer = { reference: 'REG-2026-000123' };
  const { headers, cookies } = await post('/registration', { firstName: 'Ann' });
  expect(headers.location).toBe('/registration-success');
  expect(cookies).toMatchObject([
    { httpOnly: true, sameSite: 'Strict', secure: true, maxAge: 600, name: '__Host-registration_reference' },
  ]);
  expect(JSON.stringify(cookies)).not.toContain('REG-2026-000123');
});

test('a button that opens another step stores nothing and keeps what was typed', async () => {
  const fields = { firstName: 'Ann', applicant: 'child', step: '2' };
  const { statusCode, headers } = await post('/registration', fields);
  expect([statusCode, headers['cache-control'], asked]).toEqual([200, 'private, no-store', []]);
  expect(page.last.posted).toMatchObject({ path: '/registration', message: '', faults: [], values: fields });
});

test('a refused form shows its page again with the typed values and the errors, uncached', async () => {
  const faults = [{ path: 'email', message: 'Enter a valid email address' }];
  refusal = invalidInputError(faults);
  const { statusCode, headers, payload } = await post('/registration', { email: 'ann', allergies: 'Nuts' });

  expect([statusCode, payload]).toEqual([400, expect.stringContaining(`<p>${origin}/registration `)]);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(page.last.posted).toMatchObject({
    path: '/registration',
    message: 'Some of the fields are not right',
    values: { email: 'ann', allergies: 'Nuts', firstName: '' },
    faults,
  });
});

test.each(['/contact', '/newsletter', '/registration'])(
  'whatever fills in the hidden field of %s gets the form again, and nothing is stored',
  async (path) => {
    const fields = { email: 'ann@example.org' };
    const { statusCode } = await post(path, { ...fields, website: 'https://spam.example' });
    expect([statusCode, asked]).toEqual([400, []]);
    expect(page.last.posted).toMatchObject({
      path,
      message: expect.stringContaining('send the form again'),
      values: fields,
    });

    await post(path, { ...fields, website: '' });
    expect(asked).toHaveLength(1);
  },
);

test('when too many came without a token, a message is sent once more with one', async () => {
  isFull = true;
  const typed = { name: 'Ann', email: 'ann@example.org', subject: 'Fees', message: 'How much?' };
  expect([(await post('/contact', typed)).statusCode, asked]).toEqual([400, []]);
  expect(page.last.posted).toMatchObject({
    path: '/contact',
    message: expect.stringContaining('once more'),
    values: typed,
  });

  const { formToken } = page.last.posted?.values ?? {};
  expect(formToken).toMatch(/^[\w.-]{50,500}$/);
  // Pressed too early, the form comes back with the same token
  await post('/contact', { ...typed, formToken: String(formToken) });
  expect([page.last.posted?.values.formToken, asked]).toEqual([formToken, []]);

  waited = 2000;
  const sent = await post('/contact', { ...typed, formToken: String(formToken) });
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/contact?sent=1']);
  expect(asked).toMatchObject([{ body: typed, headers: { 'form-token': formToken } }]);
});

test('a visitor who posts far too often is told when to try again', async () => {
  refusal = new AppError('RATE_LIMITED', 'Too many tries', { retryAfter: 700 });
  const { statusCode, headers } = await post('/newsletter', {});
  expect([statusCode, headers['retry-after'], page.last.posted?.message]).toEqual([
    429,
    '700',
    'Too many tries',
  ]);
});

async function postSlowly(url: string, fields: Record<string, string>) {
  const begun = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<string>();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const body = new URLSearchParams(fields);
  const answer = await fetch(address + url, { method: 'POST', body, headers: { origin } });
  let text = '';
  const read = async () => {
    for await (const part of answer.body ?? []) {
      text += Buffer.from(part).toString();
      begun.resolve(text);
    }
    ended.resolve(text);
  };
  void read();
  return { answer, begun: await begun.promise, ended: ended.promise };
}
const typed = {
  name: 'Ann "A"',
  email: 'ann@example.org',
  subject: 'Fees',
  message: 'One\ntwo',
  website: '',
};

test.each([429, 503])(
  'a form that is refused with %d waits on its page and is sent by itself',
  async (status) => {
    refusal = new AppError(status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE', 'Busy', { retryAfter: 1 });
    const { answer, begun, ended } = await postSlowly('/newsletter', { email: 'ann@example.org' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(begun).toContain('<p role="status">The site is busy. We try again in a moment.</p>');
    expect(begun).not.toContain('refresh');
    expect(asked).toHaveLength(1);

    refusal = undefined;
    expect(await ended).toContain('<meta http-equiv="refresh" content="0; url=/newsletter?sent=1">');
    expect(asked.map(({ body }) => body)).toEqual(Array(2).fill({ email: 'ann@example.org' }));
  },
);

test('the page of a form that waits has what was typed, and says when it must be changed', async () => {
  refusal = new AppError('UNAVAILABLE', 'Busy', { retryAfter: 1 });
  const { begun, ended } = await postSlowly('/donations', { ...typed, currency: 'UGX', custom: '5000' });
  expect(begun).toContain('<form method="post" action="/donations">');
  expect(begun).toContain('<input type="hidden" name="name" value="Ann &quot;A&quot;">');
  expect(begun).toContain('<input type="hidden" name="custom" value="5000">');
  refusal = invalidInputError([{ path: 'email', message: 'No address' }]);
  const end = await ended;
  expect(end).toContain('Something has to be changed.');
  expect(end).not.toContain('refresh');
});

test('a form that waits is tried once more when the process closes', async () => {
  refusal = new AppError('UNAVAILABLE', 'Busy', { retryAfter: 100 });
  const { ended } = await postSlowly('/newsletter', { email: 'ann@example.org' });
  refusal = undefined;
  await app.close();
  expect(await ended).toContain('url=/newsletter?sent=1');
});

/** Sends a form that takes the only place until the gate opens. */
async function takeThePlace() {
  gate = Promise.withResolvers();
  const sent = post('/newsletter', { email: 'ben@example.org' });
  await expect.poll(() => asked).not.toEqual([]);
  return async () => {
    gate?.resolve();
    expect((await sent).statusCode).toBe(303);
  };
}

test('a step without a place is not drawn, and its page has what was typed and a button', async () => {
  const leave = await takeThePlace();
  const { statusCode, headers, payload } = await post('/registration', { firstName: 'Ann', step: '1' });
  expect([statusCode, headers['cache-control'], page.last.posted]).toEqual([503, 'no-store', undefined]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(payload).toContain('<form method="post" action="/registration">');
  expect(payload).toContain('<input type="hidden" name="firstName" value="Ann">');
  expect(payload).toContain('<input type="hidden" name="step" value="1">');
  await leave();
  expect((await post('/registration', { step: '1' })).statusCode).toBe(200);
});

test('a form without a place waits on its page, and is sent in a place of its own', async () => {
  const leave = await takeThePlace();
  const { answer, begun, ended } = await postSlowly('/newsletter', { email: 'ann@example.org' });
  expect([answer.status, asked.length]).toEqual([503, 1]);
  expect(begun).toContain('<p role="status">The site is busy. We try again in a moment.</p>');
  await leave();
  await app.close();
  expect(await ended).toContain('url=/newsletter?sent=1');
  expect(asked[1]?.body).toEqual({ email: 'ann@example.org' });
});

test('a form of another origin is not kept when it finds no place', async () => {
  const leave = await takeThePlace();
  const { statusCode } = await post(
    '/newsletter',
    { email: 'a@b.example' },
    { origin: 'https://evil.example' },
  );
  expect(statusCode).toBe(403);
  await leave();
});

test.each(['https://evil.example', 'null'])('a form of %s is refused', async (foreign) => {
  expect((await post('/contact', {}, { origin: foreign })).statusCode).toBe(403);
  expect(asked).toEqual([]);
});

test('only form bodies are accepted', async () => {
  const { statusCode } = await app.inject({ method: 'POST', url: '/contact', payload: { name: 'Ann' } });
  expect(statusCode).toBe(415);
});
