import type { Stats } from '@institute/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, givenProgram } from '../../testing/applications.ts';
import { samples } from '../../testing/content-samples.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

const stats = async (as: { token?: string } = {}) =>
  (await t.call<Stats>('GET', '/stats', undefined, as)).body.data;
const none = { posts: 0, coaches: 0, galleryItems: 0, facilities: 0, programs: 0, registrations: 0 };

test('an empty house counts zeros', async () => {
  expect(await stats()).toEqual({ ...none, recentActivities: [] });
});

test('counts what there is, without what was deleted', async () => {
  for (const { resource, required } of samples) {
    for (const _ of [1, 2]) await t.call('POST', `/${resource}`, required, { token });
    const { body } = await t.call<{ id: number }>('POST', `/${resource}`, required, { token });
    await t.call('DELETE', `/${resource}/${body.data.id}`, undefined, { token });
  }
  await apply(t, { programId: 1 });
  const two = { posts: 2, coaches: 2, galleryItems: 2, facilities: 2, programs: 2, registrations: 1 };
  expect(await stats()).toEqual({ ...two, recentActivities: [] });
  expect(await stats({ token })).toMatchObject(two);
});

test('visitors have what they can see counted, the office everything', async () => {
  const before = await stats();
  await givenProgram(t, { isActive: false });
  await givenProgram(t, { status: 'draft' });
  await t.call('POST', '/posts', { ...samples[2]?.required, status: 'draft' }, { token });
  const { programs, posts } = before;
  expect(await stats()).toMatchObject({ programs, posts });
  expect(await stats({ token })).toMatchObject({ programs: programs + 2, posts: posts + 1 });
});

test('the office sees the last twenty activities, the newest first', async () => {
  for (let n = 1; n <= 21; n += 1) {
    await t.call(
      'PUT',
      '/coaches/1',
      { name: `Name ${n}` },
      { token, headers: { 'user-agent': 'Test agent' } },
    );
  }
  const { recentActivities } = await stats({ token });
  expect(recentActivities.map(({ description }) => description)).toEqual(
    Array.from({ length: 20 }, (_, at) => `Updated coach “Name ${21 - at}”`),
  );
  expect(recentActivities[0]).toEqual({
    id: expect.any(Number),
    type: 'update',
    description: 'Updated coach “Name 21”',
    entityType: 'coach',
    entityId: 1,
    user: { email: 'office@example.org' },
    ipAddress: '127.0.0.1',
    userAgent: 'Test agent',
    createdAt: expect.stringMatching(/Z$/),
  });
});

test('what a visitor did has no user', async () => {
  await apply(t, { programId: 1 });
  const { recentActivities } = await stats({ token });
  expect(recentActivities[0]).toMatchObject({ type: 'create', entityType: 'registration', user: null });
});
