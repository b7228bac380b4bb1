import { expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import { everyContent, getContentApi } from '../../../testing/app/content-samples.ts';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const stats = (caller = t.visitor) => readData(caller.api.stats.get());
const none = { posts: 0, coaches: 0, galleryItems: 0, facilities: 0, programs: 0 };

test('an empty site counts zeros', async () => {
  expect(await stats()).toEqual({ ...none, registrations: 0, recentActivities: [] });
  expect(await stats(t.office)).toMatchObject({ ...none, registrations: 0 });
});

test('counts all items except deleted ones', async () => {
  for (const { resource } of everyContent) {
    for (const _ of [1, 2]) await t.given.content(resource);
    const { id } = await t.given.content(resource);
    await requireSuccess(getContentApi(t.office, resource).remove({ params: { id } }));
  }
  await t.given.registration({ programId: 1 });
  const two = { posts: 2, coaches: 2, galleryItems: 2, facilities: 2, programs: 3 };
  expect(await stats()).toEqual({ ...two, registrations: 0, recentActivities: [] });
  expect(await stats(t.office)).toMatchObject({ ...two, registrations: 1 });
});

test('visitors get counts of what they can see, the office of everything', async () => {
  const before = await stats();
  await t.given.program({ isActive: false });
  await t.given.program({ status: 'draft' });
  await t.given.post({ status: 'draft' });
  const { programs, posts } = before;
  expect(await stats()).toMatchObject({ programs, posts });
  expect(await stats(t.office)).toMatchObject({ programs: programs + 2, posts: posts + 1 });
});

test('the office sees the last twenty activities, newest first', async () => {
  for (let n = 1; n <= 21; n += 1) {
    await requireSuccess(
      t.office.api.coaches.update({
        params: { id: 1 },
        body: { name: `Name ${n}` },
        extraHeaders: { 'user-agent': 'Test agent' },
      }),
    );
  }
  const { recentActivities } = await stats(t.office);
  expect(recentActivities.map(({ description }) => description)).toEqual(
    Array.from({ length: 20 }, (_, at) => `Updated coach “Name ${21 - at}”`),
  );
  expect(recentActivities[0]).toEqual({
    id: expect.any(Number),
    type: 'update',
    description: 'Updated coach “Name 21”',
    entityType: 'coach',
    entityId: 1,
    user: { email: officeEmail },
    ipAddress: '127.0.0.1',
    userAgent: 'Test agent',
    createdAt: expect.stringMatching(/Z$/),
  });
});

test('an activity of a visitor has no user', async () => {
  await t.given.registration({ programId: 1 });
  const { recentActivities } = await stats(t.office);
  expect(recentActivities[0]).toMatchObject({ type: 'create', entityType: 'registration', user: null });
});
