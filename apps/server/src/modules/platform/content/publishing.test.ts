import { toLocalDayBounds } from '@institute/contract/time';
import { expect, test, vi } from 'vitest';
import { startBackground } from '../../../background/background.ts';
import { contentInfos } from '../../../composition/resources.ts';
import { openChangeNotices } from '../../../database/changes.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePublishingWork } from './publishing.ts';

const HOUR = 60 * 60_000;

const t = await useTestApp();

async function watch(now: () => Date) {
  const changes = openChangeNotices(t.db.connection, t.app.log);
  await expect.poll(() => changes.isListening()).toBe(true);
  const { em, log } = t.jobContext();
  const background = startBackground({
    em,
    log,
    now,
    work: [makePublishingWork({ content: contentInfos, now, changes })],
  });
  const announced: number[] = [];
  changes.onChange(() => announced.push(now().getTime()));
  const close = async () => {
    await background.close();
    await changes.close();
  };
  return { announced, close };
}

test.each(['posts', 'programs'] as const)('readers learn of the hour of scheduled %s', async (resource) => {
  let waited = 0;
  const watched = await watch(() => new Date(Date.now() + waited));
  const due = Date.now() + HOUR;
  await t.given.content(resource, { status: 'scheduled', publishAt: new Date(due).toISOString() });
  // The notice of the item itself must not come within the hour
  await expect.poll(() => watched.announced.some((at) => at >= due - HOUR)).toBe(true);
  waited = HOUR;

  const onTime = () => watched.announced.filter((at) => at >= due);
  await expect.poll(onTime).toHaveLength(1);
  await watched.close();
});

test('caches are cleared when a day begins in Kampala', async () => {
  const justBefore = Date.parse('2026-05-01T20:59:59.500Z');
  let startedAt = Number.POSITIVE_INFINITY;
  // The day begins once it is watched
  const watched = await watch(() => new Date(justBefore + Math.max(0, Date.now() - startedAt)));
  startedAt = Date.now();
  const midnight = Date.parse('2026-05-01T21:00:00Z');
  await vi.waitFor(() => expect(watched.announced.at(-1)).toBeGreaterThanOrEqual(midnight), {
    timeout: 60_000,
  });
  await watched.close();
});

test.each([
  ['2026-05-01T20:59:59.999Z', '2026-05-01T21:00:00.000Z'],
  ['2026-05-01T21:00:00.000Z', '2026-05-02T21:00:00.000Z'],
  ['2026-12-31T22:00:00.000Z', '2027-01-01T21:00:00.000Z'],
])('after %s the next day begins at %s', (now, midnight) => {
  expect(toLocalDayBounds(new Date(now)).next.toISOString()).toBe(midnight);
});
