import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fields, samples } from '../../testing/content-samples.ts';
import { fingerprint } from '../../testing/stored.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
let account: string;
beforeAll(async () => {
  t = await testApp();
  const session = await t.signIn();
  token = session.token;
  account = session.user.email;
});
afterAll(() => t.close());

type Item = Fields & { id: number; createdAt: string; updatedAt: string };
const derived = { gallery: { imageUrl: 'https://pictures.example/one.jpg' } };

describe.each(samples)('$resource', ({ resource, title, missing, full, required, defaults }) => {
  const path = `/${resource}`;
  const create = async (body: Fields) => {
    const answer = await t.call<Item>('POST', path, body, { token });
    expect(answer.body.error).toBeUndefined();
    return { ...answer, item: answer.body.data, tag: String(answer.headers.etag) };
  };
  const read = (id: number, as: { token?: string } = { token }) =>
    t.call<Item>('GET', `${path}/${id}`, undefined, as);
  const put = (id: number, body: Fields, headers: Record<string, string> = {}) =>
    t.call<Item>('PUT', `${path}/${id}`, body, { token, headers });

  test('keeps every field that was sent, and answers its address and tag', async () => {
    const { status, headers, item, tag } = await create(full);
    expect(status).toBe(201);
    expect(item).toEqual({ ...full, id: item.id, createdAt: item.createdAt, updatedAt: item.updatedAt });
    expect(headers.location).toBe(`/api/v1${path}/${item.id}`);
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(item.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    const again = await read(item.id);
    expect([again.status, again.body.data, again.headers.etag]).toEqual([200, item, tag]);
    const { data, meta } = (await t.call<Item[]>('GET', path, undefined, { token })).body;
    expect(data).toContainEqual(item);
    expect(meta.total).toBe(data.length);
  });

  test('gives what is left out its default, and `""` and null count as left out', async () => {
    const { item } = await create(required);
    expect(item).toMatchObject({ ...required, ...defaults });
    const optional = Object.keys(defaults);
    const blank = Object.fromEntries(optional.map((name) => [name, ' ']));
    const nothing = Object.fromEntries(optional.map((name) => [name, null]));
    expect((await create({ ...required, ...blank })).item).toMatchObject({ ...required, ...defaults });
    expect((await create({ ...required, ...nothing })).item).toMatchObject({ ...required, ...defaults });

    // a change to nothing goes back to the default, too
    const changed = await create({ ...required, ...full });
    const { body } = await put(changed.item.id, {
      ...nothing,
      ...(derived as Record<string, Fields>)[resource],
    });
    expect(body.data).toMatchObject(defaults);
  });

  test('a change leaves what is absent', async () => {
    const { item, tag } = await create(full);
    const { status, body, headers } = await put(item.id, { [title]: 'Another name' });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...item, [title]: 'Another name', updatedAt: body.data.updatedAt });
    expect(body.data.updatedAt >= item.updatedAt).toBe(true);
    expect(headers.etag).not.toBe(tag);
    expect((await read(item.id)).body.data).toEqual(body.data);
  });

  test('a change of nothing changes nothing', async () => {
    const { item, tag } = await create(full);
    const before = await fingerprint(t);
    for (const body of [{}, full, item, { unknown: 'field' }]) {
      const answer = await put(item.id, body);
      expect([answer.status, answer.body.data, answer.headers.etag]).toEqual([200, item, tag]);
    }
    expect(await fingerprint(t)).toEqual(before);
  });

  test('takes a whole object back, as the original clients send it', async () => {
    const { item } = await create(full);
    const { status, body } = await put(item.id, { ...item, [title]: 'Sent back', id: 999, createdAt: 'x' });
    expect([status, body.data]).toEqual([
      200,
      { ...item, [title]: 'Sent back', updatedAt: body.data.updatedAt },
    ]);
  });

  test('the second of two editors is told', async () => {
    const { item, tag } = await create(full);
    expect((await put(item.id, { [title]: 'First' }, { 'if-match': tag })).status).toBe(200);
    const late = await put(item.id, { [title]: 'Second' }, { 'if-match': tag });
    expect([late.status, late.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const removal = await t.call('DELETE', `${path}/${item.id}`, undefined, {
      token,
      headers: { 'if-match': tag },
    });
    expect(removal.status).toBe(412);

    const current = await read(item.id);
    expect(current.body.data[title]).toBe('First');
    const match = { 'if-match': `"other", ${current.headers.etag}` };
    expect((await put(item.id, { [title]: 'Second' }, match)).status).toBe(200);
    expect((await put(item.id, { [title]: 'Third' }, { 'if-match': '*' })).status).toBe(200);
  });

  test('of two editors at the same time one wins', async () => {
    const { item, tag } = await create(full);
    const both = ['One', 'Two'].map((name) => put(item.id, { [title]: name }, { 'if-match': tag }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('what was deleted is found nowhere', async () => {
    const { item } = await create(required);
    const { status, body } = await t.call('DELETE', `${path}/${item.id}`, undefined, { token });
    expect([status, body.data]).toEqual([200, { id: item.id }]);

    const gone = [404, 'NOT_FOUND', missing];
    for (const answer of [
      await read(item.id),
      await read(item.id, {}),
      await put(item.id, { [title]: 'x' }),
      await t.call('DELETE', `${path}/${item.id}`, undefined, { token }),
    ]) {
      expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual(gone);
    }
    const list = await t.call<Item[]>('GET', path, undefined, { token });
    expect(list.body.data.map(({ id }) => id)).not.toContain(item.id);
  });

  test('an id that was never given is not found', async () => {
    for (const answer of [
      await read(2147483647),
      await put(2147483647, {}),
      await t.call('DELETE', `${path}/2147483647`, undefined, { token }),
    ]) {
      expect([answer.status, answer.body.error.message]).toEqual([404, missing]);
    }
  });

  test('only who is signed in may write', async () => {
    const { item } = await create(required);
    const before = await fingerprint(t);
    for (const answer of [
      await t.call('POST', path, required),
      await t.call('PUT', `${path}/${item.id}`, { [title]: 'x' }),
      await t.call('DELETE', `${path}/${item.id}`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect(await fingerprint(t)).toEqual(before);
  });

  test('every write is recorded, with who and from where', async () => {
    const agent = { 'user-agent': 'Test agent' };
    const { item } = await create({ ...required, [title]: 'Recorded' });
    await put(item.id, { [title]: 'Renamed' }, agent);
    await t.call('DELETE', `${path}/${item.id}`, undefined, { token, headers: agent });
    const stats = await t.call<{ recentActivities: Fields[] }>('GET', '/stats', undefined, { token });
    const mine = stats.body.data.recentActivities.filter(({ entityId }) => entityId === item.id).slice(0, 3);
    expect(mine.map(({ type }) => type)).toEqual(['delete', 'update', 'create']);
    expect(mine[1]).toMatchObject({
      user: { email: account },
      ipAddress: '127.0.0.1',
      userAgent: 'Test agent',
      description: expect.stringContaining('“Renamed”'),
    });
  });

  test('text is trimmed and in one form; what is unknown or means harm is dropped', async () => {
    const body = JSON.stringify({
      ...required,
      [title]: '  Cafe\u0301 ',
      deletedAt: 'x',
      version: 7,
      search: 'x',
    });
    const { status, body: answer } = await t.call<Item>('POST', path, JSON.parse(body), { token });
    expect([status, answer.data[title]]).toEqual([201, 'Caf\u00e9']);
    expect(Object.keys(answer.data).sort()).toEqual(
      [
        ...new Set(['id', 'createdAt', 'updatedAt', ...Object.keys({ ...full, ...defaults, ...required })]),
      ].sort(),
    );

    const before = await fingerprint(t);
    for (const key of ['__proto__', 'constructor']) {
      const evil = body.replace('{', `{"${key}":{"prototype":{"isActive":false}},`);
      const refused = await t.call('POST', path, evil, {
        token,
        headers: { 'content-type': 'application/json' },
      });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect(await fingerprint(t)).toEqual(before);
  });
});
