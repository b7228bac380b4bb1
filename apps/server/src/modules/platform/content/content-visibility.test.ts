import { describe, expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import type { Caller } from '../../../testing/app/caller.ts';
import {
  type AnySample,
  everyContent,
  type Fields,
  getContentApi,
} from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const HOUR = 60 * 60 * 1000;
const inAnHour = () => new Date(Date.now() + HOUR).toISOString();
const anHourAgo = () => new Date(Date.now() - HOUR).toISOString();

async function found(sample: AnySample, fields: Fields) {
  const { resource, required } = sample;
  const { id } = await readData(
    getContentApi(t.office, resource).create({ body: { ...required, ...fields } }),
  );
  return { id, visitor: await sees(t.visitor, sample, id), office: await sees(t.office, sample, id) };
}

async function sees(caller: Caller, { resource, statsKey }: AnySample, id: number) {
  const one = await getContentApi(caller, resource).get({ params: { id } });
  const { data, meta } = (await requireSuccess(getContentApi(caller, resource).list())).body;
  const summaries = await readData(getContentApi(caller, resource).summaries({ query: { limit: 1000 } }));
  expect(new Set(summaries.map((item) => item.id))).toEqual(new Set(data.map((item) => item.id)));
  const stats = await readData(caller.api.stats.get());
  if (statsKey) expect(stats[statsKey]).toBe(meta.total);
  return { status: one.status, isListed: data.some((item) => item.id === id) };
}

const shown = { status: 200, isListed: true };
const hidden = { status: 404, isListed: false };

const publishable = everyContent.filter(({ defaults }) => 'publishAt' in defaults);

describe.each(publishable)('$resource', (sample) => {
  const { resource, required } = sample;

  test.each([
    ['a draft', { status: 'draft' }],
    ['a draft with a past hour', { status: 'draft', publishAt: '2020-01-01T00:00:00Z' }],
    ['scheduled for later', { status: 'scheduled', publishAt: inAnHour() }],
    ['scheduled for no hour', { status: 'scheduled' }],
    ...('isActive' in sample.defaults ? [['inactive', { isActive: false }] as [string, Fields]] : []),
  ])('only the office sees an item that is %s', async (_, fields) => {
    const { visitor, office } = await found(sample, fields);
    expect({ visitor, office }).toEqual({ visitor: hidden, office: shown });
  });

  test.each([
    ['published', {}],
    ['published with a later hour', { publishAt: inAnHour() }],
    ['scheduled for a past hour', { status: 'scheduled', publishAt: anHourAgo() }],
  ])('visitors see an item that is %s', async (_, fields) => {
    const { visitor, office } = await found(sample, fields);
    expect({ visitor, office }).toEqual({ visitor: shown, office: shown });
  });

  test('a time in another zone is stored as the same instant', async () => {
    const body = { ...required, publishAt: '2026-03-01T09:00:00+03:00' };
    const { publishAt } = await readData(getContentApi(t.office, resource).create({ body }));
    expect(publishAt).toBe('2026-03-01T06:00:00.000Z');
  });
});

test('visitors see a scheduled item once it is due', async () => {
  const scheduled = { status: 'scheduled', publishAt: inAnHour() };
  const waiting: [AnySample, number][] = [];
  for (const sample of publishable) {
    const { id, visitor } = await found(sample, scheduled);
    expect(visitor).toEqual(hidden);
    waiting.push([sample, id]);
  }
  t.wait(HOUR + 1);
  for (const [sample, id] of waiting) expect(await sees(t.visitor, sample, id)).toEqual(shown);
});

test('the office filters programs and posts by what visitors see of them', async () => {
  const sort = 'id' as const;
  const made = [
    { name: 'State draft', status: 'draft' },
    { name: 'State shown' },
    { name: 'State later', status: 'scheduled', publishAt: '2099-01-01T00:00:00Z' },
    { name: 'State due', status: 'scheduled', publishAt: '2020-01-01T00:00:00Z' },
    { name: 'State closed', isActive: false },
  ] as const;
  for (const fields of made) await t.given.program(fields);
  const programs = t.office.admin.programs.list;
  const named = async (status: 'draft' | 'published' | 'scheduled' | 'inactive') =>
    (await programs.query({ q: 'State ', status, sort })).items.map(({ name }) => name.slice(6));
  expect(await named('draft')).toEqual(['draft']);
  expect(await named('published')).toEqual(['shown', 'due']);
  expect(await named('scheduled')).toEqual(['later']);
  expect(await named('inactive')).toEqual(['closed']);
  expect((await programs.query({ q: 'State ' })).total).toBe(made.length);

  await expect(t.office.admin.posts.list.query({ status: 'inactive' })).rejects.toThrow();
  await expect(t.office.admin.coaches.list.query({ status: 'draft' })).rejects.toThrow();
});

test.each([
  ['programs', ['category', 'duration', 'isActive', 'maxParticipants', 'name', 'price']],
  ['posts', ['category', 'title']],
  ['alumni', ['category', 'currentTeam', 'graduationYear', 'name', 'position']],
] as const)('%s are sorted by every column', async (resource, sorts) => {
  for (const sort of [...sorts, 'createdAt', 'updatedAt']) {
    const list = getContentApi(t.office, resource).list;
    const up = (await requireSuccess(list({ query: { sort } }))).body.data.map(({ id }) => id);
    const down = (await requireSuccess(list({ query: { sort: `-${sort}` } }))).body.data.map(({ id }) => id);
    expect(down, sort).toEqual(up.toReversed());
  }
});
