import { beforeAll, describe, expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import type { Caller } from '../../../testing/app/caller.ts';
import {
  type ContentKey,
  everyContent,
  type Fields,
  getContentApi,
  typicalContent,
} from '../../../testing/app/content-samples.ts';
import { fingerprintDatabase } from '../../../testing/app/stored.ts';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
await t.given.account();

/** Of a second item, where only one may have the example's value. */
const another: Record<string, Fields> = { pages: { path: 'another' } };
const derived: Record<string, Fields> = { gallery: { imageUrl: 'https://images.example/one.jpg' } };

function callsOf(resource: ContentKey) {
  const office = () => getContentApi(t.office, resource);
  const create = async (body: Fields) => {
    const { headers, ...answer } = await requireSuccess(office().create({ body }));
    return { headers, item: answer.body.data, tag: String(headers.get('etag')) };
  };
  const get = (id: number, caller: Caller = t.office) =>
    getContentApi(caller, resource).get({ params: { id } });
  const update = (id: number, body: Fields, ifMatch?: string) =>
    office().update({ params: { id }, body, headers: { 'if-match': ifMatch } });
  const remove = (id: number, ifMatch?: string) =>
    office().remove({ params: { id }, headers: { 'if-match': ifMatch } });
  return { office, create, get, update, remove };
}

describe.each(everyContent)('$resource', ({ resource, readOnly, full, required, defaults }) => {
  const { office, create, get, update } = callsOf(resource);
  beforeAll(() => t.given.groundFor(resource));

  test('stores every field, and returns address and tag', async () => {
    const { headers, item, tag } = await create(full);
    const computed = Object.fromEntries(readOnly.map((field) => [field, item[field]]));
    const { id, createdAt, updatedAt } = item;
    expect(item).toEqual({ ...full, ...computed, id, createdAt, updatedAt });
    expect(headers.get('location')).toBe(`/api/v1/${resource}/${item.id}`);
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(item.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    const again = await requireSuccess(get(item.id));
    expect([again.body.data, again.headers.get('etag')]).toEqual([item, tag]);
    const { data, meta } = (await requireSuccess(office().list())).body;
    expect(data).toContainEqual(item);
    expect(meta.total).toBe(data.length);
  });

  test('missing fields get their defaults, and `""` and null count as missing', async () => {
    const { item } = await create(required);
    expect(item).toMatchObject({ ...required, ...defaults });
    const optional = Object.keys(defaults);
    const blank = Object.fromEntries(optional.map((name) => [name, ' ']));
    const nothing = Object.fromEntries(optional.map((name) => [name, null]));
    expect((await create({ ...required, ...blank })).item).toMatchObject({ ...required, ...defaults });
    expect((await create({ ...required, ...nothing })).item).toMatchObject({ ...required, ...defaults });

    const changed = await create({ ...required, ...full, ...another[resource] });
    const emptied = await readData(update(changed.item.id, { ...nothing, ...derived[resource] }));
    expect(emptied).toMatchObject(defaults);
  });
});

describe.each(typicalContent)(
  '$resource',
  ({ resource, title, readOnly, missing, full, required, defaults }) => {
    const { office, create, get, update, remove } = callsOf(resource);

    test('a change keeps the other fields', async () => {
      const { item, tag } = await create(full);
      const { body, headers } = await requireSuccess(update(item.id, { [title]: 'Another name' }));
      expect(body.data).toEqual({ ...item, [title]: 'Another name', updatedAt: body.data.updatedAt });
      expect(body.data.updatedAt >= item.updatedAt).toBe(true);
      expect(headers.get('etag')).not.toBe(tag);
      expect(await readData(get(item.id))).toEqual(body.data);
    });

    test('a change to the same values changes nothing', async () => {
      const { item, tag } = await create(full);
      const before = await fingerprintDatabase(t);
      for (const body of [{}, full, item, { unknown: 'field' }]) {
        const answer = await requireSuccess(update(item.id, body));
        expect([answer.body.data, answer.headers.get('etag')]).toEqual([item, tag]);
      }
      expect(await fingerprintDatabase(t)).toEqual(before);
    });

    test('accepts a whole item in an update, as existing clients send it', async () => {
      const { item } = await create(full);
      const changed = await readData(
        update(item.id, { ...item, [title]: 'Sent back', id: 999, createdAt: 'x' }),
      );
      expect(changed).toEqual({ ...item, [title]: 'Sent back', updatedAt: changed.updatedAt });
    });

    test('refuses the second of two editors of an older version', async () => {
      const { item, tag } = await create(full);
      await requireSuccess(update(item.id, { [title]: 'First' }, tag));
      const late = await readRefusal(update(item.id, { [title]: 'Second' }, tag));
      expect(late).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' });
      expect(await remove(item.id, tag)).toMatchObject({ status: 412 });

      const current = await requireSuccess(get(item.id));
      expect(current.body.data[title]).toBe('First');
      const match = `"other", ${current.headers.get('etag')}`;
      await requireSuccess(update(item.id, { [title]: 'Second' }, match));
      await requireSuccess(update(item.id, { [title]: 'Third' }, '*'));
    });

    test('of two simultaneous changes one is stored', async () => {
      const { item, tag } = await create(full);
      const both = ['One', 'Two'].map((name) => update(item.id, { [title]: name }, tag));
      expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    test('a deleted item is in no list and not found', async () => {
      const { item } = await create(required);
      expect(await readData(remove(item.id))).toEqual({ id: item.id });

      for (const answer of [
        get(item.id),
        get(item.id, t.visitor),
        update(item.id, { [title]: 'x' }),
        remove(item.id),
      ]) {
        expect(await readRefusal(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND', message: missing });
      }
      const { body } = await requireSuccess(office().list());
      expect(body.data.map(({ id }) => id)).not.toContain(item.id);
    });

    test('records every write with account and origin', async () => {
      const { item } = await create({ ...required, [title]: 'Recorded' });
      const call = { params: { id: item.id }, extraHeaders: { 'user-agent': 'Test agent' } };
      await requireSuccess(office().update({ ...call, body: { [title]: 'Renamed' } }));
      await requireSuccess(office().remove(call));

      const { recentActivities } = await readData(t.office.api.stats.get());
      const mine = recentActivities.filter(({ entityId }) => entityId === item.id).slice(0, 3);
      expect(mine.map(({ type }) => type)).toEqual(['delete', 'update', 'create']);
      expect(mine[1]).toMatchObject({
        user: { email: officeEmail },
        ipAddress: '127.0.0.1',
        userAgent: 'Test agent',
        description: expect.stringContaining('“Renamed”'),
      });
    });

    test('trims and normalises text, and drops unknown fields and fields of the server', async () => {
      const { item } = await create({
        ...required,
        deletedAt: 'x',
        version: 7,
        search: 'x',
        [title]: '  Cafe\u0301 ',
      });
      expect(item[title]).toBe('Caf\u00e9');
      expect(Object.keys(item).sort()).toEqual(
        [
          ...new Set([
            'id',
            'createdAt',
            'updatedAt',
            ...Object.keys({ ...full, ...defaults, ...required }),
            ...readOnly,
          ]),
        ].sort(),
      );
    });
  },
);
