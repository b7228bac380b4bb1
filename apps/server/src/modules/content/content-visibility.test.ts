import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fields, samples } from '../../testing/content-samples.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Item = Fields & { id: number };
const HOUR = 60 * 60 * 1000;
const inAnHour = () => new Date(Date.now() + HOUR).toISOString();
const anHourAgo = () => new Date(Date.now() - HOUR).toISOString();

/** What a visitor and the office find of an item just made. */
async function found(resource: string, body: Fields) {
  const { token } = await t.signIn();
  const { data } = (await t.call<Item>('POST', `/${resource}`, body, { token })).body;
  return {
    id: data.id,
    visitor: await sees(resource, data.id),
    office: await sees(resource, data.id, token),
  };
}

async function sees(resource: string, id: number, token?: string) {
  const as = token === undefined ? {} : { token };
  const one = await t.call<Item>('GET', `/${resource}/${id}`, undefined, as);
  const all = await t.call<Item[]>('GET', `/${resource}`, undefined, as);
  const stats = await t.call<Record<string, number>>('GET', '/stats', undefined, as);
  expect(stats.body.data[resource]).toBe(all.body.meta.total);
  return { status: one.status, isListed: all.body.data.some((item) => item.id === id) };
}

const shown = { status: 200, isListed: true };
const hidden = { status: 404, isListed: false };

const publishable = samples.filter(({ defaults }) => 'publishAt' in defaults);

describe.each(publishable)('$resource', ({ resource, required, missing }) => {
  test.each([
    ['a draft', { status: 'draft' }],
    ['a draft with a past hour', { status: 'draft', publishAt: '2020-01-01T00:00:00Z' }],
    ['scheduled for later', { status: 'scheduled', publishAt: inAnHour() }],
    ['scheduled for no hour', { status: 'scheduled' }],
    ...(resource === 'programs' ? [['inactive', { isActive: false }] as [string, Fields]] : []),
  ])('what is %s is for the office only', async (_, fields) => {
    const { visitor, office } = await found(resource, { ...required, ...fields });
    expect({ visitor, office }).toEqual({ visitor: hidden, office: shown });
  });

  test.each([
    ['published', {}],
    ['published whatever its hour', { publishAt: inAnHour() }],
    ['scheduled for a past hour', { status: 'scheduled', publishAt: anHourAgo() }],
  ])('what is %s is for everybody', async (_, fields) => {
    const { visitor, office } = await found(resource, { ...required, ...fields });
    expect({ visitor, office }).toEqual({ visitor: shown, office: shown });
  });

  test('what is hidden answers a visitor like what never was', async () => {
    const { id } = await found(resource, { ...required, status: 'draft' });
    const { body } = await t.call('GET', `/${resource}/${id}`);
    expect(body.error).toMatchObject({ code: 'NOT_FOUND', message: missing, details: [] });
  });

  test('an hour in another zone is the same instant', async () => {
    const { token } = await t.signIn();
    const body = { ...required, publishAt: '2026-03-01T09:00:00+03:00' };
    const { data } = (await t.call<Item>('POST', `/${resource}`, body, { token })).body;
    expect(data.publishAt).toBe('2026-03-01T06:00:00.000Z');
  });
});

test('when its hour has come, visitors see it', async () => {
  const scheduled = { status: 'scheduled', publishAt: inAnHour() };
  const waiting: [string, number][] = [];
  for (const { resource, required } of publishable) {
    const { id, visitor } = await found(resource, { ...required, ...scheduled });
    expect(visitor).toEqual(hidden);
    waiting.push([resource, id]);
  }
  t.wait(HOUR + 1);
  for (const [resource, id] of waiting) expect(await sees(resource, id)).toEqual(shown);
});
