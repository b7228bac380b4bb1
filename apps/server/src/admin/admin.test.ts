import { fieldLimits } from '@institute/contract/fields.constants';
import { programLimits } from '@institute/contract/programs.constants';
import { expect, test } from 'vitest';
import { readRefusal } from '../testing/app/answers.ts';
import { startAppWithoutDatabase } from '../testing/app/app-without-database.ts';
import { useTestApp } from '../testing/app/test-app.ts';

const t = await useTestApp();
let office = await t.given.account();
const admin = t.office.admin;

const program = {
  name: 'Tailoring',
  description: 'From the first seam to a finished dress',
  duration: '12 weeks',
  schedule: 'Mon 9:00, Wed 9:00',
  price: 250_000,
  imageUrl: '/images/tailoring.jpg',
};

const raw = (url: string, options: object = {}) =>
  t.app.inject({ url: `/api/trpc/${url}`, headers: { authorization: `Bearer ${office.token}` }, ...options });

test('the dashboard creates, reads, changes and removes a program by the rules of the contract', async () => {
  const { view, tag } = await admin.programs.create.mutate(program);
  expect(view).toMatchObject({ ...program, category: 'training', isActive: true, maxParticipants: null });
  expect(await admin.programs.get.query({ id: view.id })).toEqual({ view, tag });

  const changed = await admin.programs.update.mutate({ id: view.id, ifMatch: tag, changes: { price: 1 } });
  expect(changed.view).toMatchObject({ name: 'Tailoring', price: 1 });

  const late = admin.programs.update.mutate({ id: view.id, ifMatch: tag, changes: { price: 2 } });
  expect(await readRefusal(late)).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' });

  expect(await admin.programs.remove.mutate({ id: view.id })).toEqual({ id: view.id });
  expect(await readRefusal(admin.programs.get.query({ id: view.id }))).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    message: 'Program not found',
    details: [],
  });
});

test('each fault of the input is answered with its field', async () => {
  const refusal = await readRefusal(
    admin.programs.create.mutate({ ...program, name: '', price: -1, imageUrl: 'javascript:alert(1)' }),
  );
  expect(refusal).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    requestId: expect.stringMatching(/.{36}/),
  });
  expect(refusal.details.map(({ path }) => path)).toEqual(['name', 'price', 'imageUrl']);

  const changes = { name: 'x'.repeat(programLimits.name + 1) };
  const tooLong = await readRefusal(admin.programs.update.mutate({ id: 1, changes }));
  expect(tooLong.details).toEqual([{ path: 'changes.name', message: 'At most 200 characters' }]);
});

test('names an expired bearer, with the header that REST sends', async () => {
  const { token } = await t.signIn('late@example.org');
  t.wait(15 * 60_000);
  const answer = await raw('stats.get', { headers: { authorization: `Bearer ${token}` } });

  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(answer.json().error.data.apiError.code).toBe('TOKEN_EXPIRED');
  expect(answer.headers['cache-control']).toBe('no-store');
  office = await t.given.account();
});

test('a batch answers each of its calls, up to a limit', async () => {
  const input = encodeURIComponent(JSON.stringify({ 1: { id: fieldLimits.id } }));
  const answer = await raw(`stats.get,programs.get?batch=1&input=${input}`);
  const [stats, missing] = answer.json();

  expect(answer.statusCode).toBe(207);
  expect(stats.result.data.posts).toBe(0);
  expect(missing.error.data.apiError.message).toBe('Program not found');

  const many = await raw(`${Array(31).fill('stats.get').join()}?batch=1&input=%7B%7D`);
  expect(many.statusCode).toBe(400);
});

test.each([
  ['a batch of a query and a mutation', 'stats.get,programs.remove?batch=1&input=%7B%7D', {}],
  ['a type that is not known', 'programs.create', { method: 'POST', payload: 'name=x' }],
])('%s is refused with JSON that has the id of the request', async (_, url, options) => {
  const answer = await raw(url, options);
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.headers['content-type']).toMatch(/^application\/json(?:; charset=utf-8)?$/);
  expect(answer.headers['x-request-id']).toMatch(/.{36}/);
  expect(answer.json().error.data.apiError.requestId).toBe(answer.headers['x-request-id']);
});

test('an error has the code of tRPC that fits its status, so that clients do not call again', async () => {
  const missing = await raw(
    `programs.get?input=${encodeURIComponent(JSON.stringify({ id: fieldLimits.id }))}`,
  );
  expect(missing.json().error).toMatchObject({ code: -32004, data: { code: 'NOT_FOUND', httpStatus: 404 } });
  const nobody = await raw('stats.get', { headers: {} });
  expect(nobody.json().error).toMatchObject({ code: -32001, data: { code: 'UNAUTHORIZED' } });
  const faulty = await raw('programs.get?input=%7B%7D');
  expect(faulty.json().error).toMatchObject({ code: -32600, data: { code: 'BAD_REQUEST' } });
  const late = admin.programs.update.mutate({ id: fieldLimits.id, changes: { price: 1 } });
  await expect(late).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
});

test('a query may be posted, so that a search is in no URL', async () => {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/trpc/programs.list',
    payload: { q: 'nothing is called this' },
    headers: { authorization: `Bearer ${office.token}` },
  });
  expect([answer.statusCode, answer.json().result?.data.total]).toEqual([200, 0]);
});

test('a mutation cannot be called by GET', async () => {
  const answer = await raw(`programs.remove?input=${encodeURIComponent('{"id":1}')}`);
  expect([answer.statusCode, answer.json().error.data.apiError.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
});

test.each([
  ['an unknown call', 'programs.nothing', {}, 404, 'NOT_FOUND'],
  ['a body that is no JSON', 'programs.create', { payload: '{"name":' }, 400, 'VALIDATION_ERROR'],
  [
    'too large a body',
    'programs.create',
    { payload: `"${'x'.repeat(1024 * 1024)}"` },
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'a form',
    'programs.create',
    { payload: 'name=x', type: 'application/x-www-form-urlencoded' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a query that is no JSON', 'programs.get?input=%7B', {}, 400, 'VALIDATION_ERROR'],
])(
  '%s is answered with the error envelope',
  async (_, url, {
    payload,
    type = 'application/json',
  }: { payload?: string; type?: string }, status, code) => {
    const answer = await raw(url, {
      ...(payload !== undefined && { method: 'POST', payload }),
      headers: { authorization: `Bearer ${office.token}`, 'content-type': type },
    });
    const { error } = answer.json();

    expect([answer.statusCode, error.data.httpStatus, error.data.apiError.code]).toEqual([
      status,
      status,
      code,
    ]);
    expect(error.message).toBe(error.data.apiError.message);
    expect(error.data).not.toHaveProperty('stack');
  },
);

test('an internal error reveals no details', async () => {
  await t.sql('alter table coaches rename to hidden_coaches');
  const refusal = await readRefusal(admin.coaches.list.query({}));
  await t.sql('alter table hidden_coaches rename to coaches');

  expect(refusal).toMatchObject({
    status: 500,
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side',
  });
  expect(JSON.stringify(refusal)).not.toContain('coaches"');
  expect(JSON.stringify(refusal)).not.toMatch(/select|relation/i);
});

test('while the database is unreachable it says when to try again', async () => {
  const away = await startAppWithoutDatabase(t.config);
  const answer = await away.inject({
    url: '/api/trpc/stats.get',
    headers: { authorization: `Bearer ${office.token}` },
  });

  expect([answer.statusCode, answer.json().error.data.apiError.code]).toEqual([503, 'UNAVAILABLE']);
  expect(answer.headers['retry-after']).toBe('5');
  await away.close();
});
