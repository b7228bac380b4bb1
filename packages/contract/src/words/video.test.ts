import { expect, test } from 'vitest';
import { makePlayerUrl, readVideoId, readVideoStart } from './video.ts';

const id = 'dQw4w9WgXcQ';

test.each([
  [`https://youtu.be/${id}?t=90`, 90],
  [`https://youtu.be/${id}?si=abc&t=1m30s`, 90],
  [`https://www.youtube.com/watch?v=${id}&t=1h2m3s`, 3723],
  [`https://www.youtube.com/watch?v=${id}&t=45s`, 45],
  [`https://www.youtube.com/watch?v=${id}#t=45`, 45],
  [`https://www.youtube-nocookie.com/embed/${id}?start=45`, 45],
  [`https://www.youtube.com/shorts/${id}`, 0],
  [`https://youtu.be/${id}?t=soon`, 0],
  ['no link', 0],
])('%s starts at second %i', (link, start) => {
  expect(readVideoStart(link)).toBe(start);
});

test('the player starts where the link does', () => {
  const link = `https://youtu.be/${id}?t=90`;
  expect(makePlayerUrl(readVideoId(link) ?? '', readVideoStart(link))).toMatch(
    /\/embed\/dQw4w9WgXcQ\?.*&start=90$/,
  );
  expect(makePlayerUrl(id, 0)).not.toContain('start=');
});
