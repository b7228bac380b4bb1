import { defaultVideoThumbnail } from '@institute/contract/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

type Item = { id: number; imageUrl: string; type: string };
const own = 'https://pictures.example/own.jpg';
const thumbnail = (id: string) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
const video = { title: 'Show', date: '2026-01-01', type: 'video', videoUrl: 'https://youtu.be/abcdefghijk' };
const image = { title: 'Show', date: '2026-01-01', type: 'image', imageUrl: own };

const create = (body: object) => t.call<Item>('POST', '/gallery', body, { token });
const put = (id: number, body: object) => t.call<Item>('PUT', `/gallery/${id}`, body, { token });
const faults = ({ body }: Awaited<ReturnType<typeof create>>) => body.error?.details.map(({ path }) => path);

test.each([
  ['https://www.youtube.com/watch?v=abcdefghijk', thumbnail('abcdefghijk')],
  ['https://m.youtube.com/watch?feature=x&v=abcdefghijk&t=3', thumbnail('abcdefghijk')],
  ['https://youtu.be/abcdefghij', thumbnail('abcdefghij')],
  ['https://youtu.be/abcdefghijkl?si=x', thumbnail('abcdefghijkl')],
  ['https://www.youtube.com/embed/abc-efg_ijk', thumbnail('abc-efg_ijk')],
  ['https://www.youtube-nocookie.com/embed/abcdefghijk', thumbnail('abcdefghijk')],
  ['https://www.youtube.com/shorts/abcdefghijk', thumbnail('abcdefghijk')],
  ['https://www.youtube.com/live/abcdefghijk?feature=share', thumbnail('abcdefghijk')],
  ['https://youtu.be/abcdefghi', defaultVideoThumbnail],
  ['https://youtu.be/abcdefghijklm', defaultVideoThumbnail],
  ['https://youtube.com.evil.example/watch?v=abcdefghijk', defaultVideoThumbnail],
  ['https://videos.example/film.mp4', defaultVideoThumbnail],
  ['/films/show.mp4', defaultVideoThumbnail],
])('a video without a picture gets one from its link: %s', async (videoUrl, expected) => {
  const { status, body } = await create({ ...video, videoUrl });
  expect([status, body.data.imageUrl]).toEqual([201, expected]);
});

test('a picture of its own is kept, and its removal brings the derived one', async () => {
  const { data } = (await create({ ...video, imageUrl: own })).body;
  expect(data.imageUrl).toBe(own);
  expect((await put(data.id, { title: 'Other' })).body.data.imageUrl).toBe(own);
  for (const nothing of [null, '']) {
    expect((await put(data.id, { imageUrl: nothing })).body.data.imageUrl).toBe(thumbnail('abcdefghijk'));
  }
});

test('a picture that was derived follows the link', async () => {
  const { data } = (await create(video)).body;
  const changed = await put(data.id, { videoUrl: 'https://youtu.be/zzzzzzzzzzz' });
  expect(changed.body.data.imageUrl).toBe(thumbnail('zzzzzzzzzzz'));
  const another = await put(data.id, { videoUrl: 'https://videos.example/film.mp4' });
  expect(another.body.data.imageUrl).toBe(defaultVideoThumbnail);
});

test.each([
  ['a video without its link', { ...video, videoUrl: null }, ['videoUrl']],
  ['an image without its picture', { ...image, imageUrl: '' }, ['imageUrl']],
  ['no type and no picture', { title: 'Show', date: '2026-01-01' }, ['imageUrl']],
])('%s is refused', async (_, body, named) => {
  const answer = await create(body);
  expect([answer.status, faults(answer)]).toEqual([400, named]);
});

test('a change is judged by what comes of it', async () => {
  const { data: picture } = (await create(image)).body;
  expect(faults(await put(picture.id, { type: 'video' }))).toEqual(['videoUrl']);
  expect(faults(await put(picture.id, { imageUrl: null }))).toEqual(['imageUrl']);
  const turned = await put(picture.id, { type: 'video', videoUrl: video.videoUrl });
  expect([turned.status, turned.body.data.imageUrl]).toEqual([200, own]);

  const { data: film } = (await create(video)).body;
  expect(faults(await put(film.id, { videoUrl: null }))).toEqual(['videoUrl']);
  expect(faults(await put(film.id, { type: 'image', imageUrl: null }))).toEqual(['imageUrl']);
  expect((await put(film.id, { type: 'image', videoUrl: null })).body.data.type).toBe('image');
});
