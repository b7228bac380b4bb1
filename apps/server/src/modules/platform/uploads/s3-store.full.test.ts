import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../../testing/files/images.ts';
import { startObjectStore } from '../../../testing/stand-ins/object-store.ts';
import { openS3Store } from './s3-store.ts';
import { UploadEntity } from './upload.entity.ts';

const store = await startObjectStore();
afterAll(() => store.close());
const t = await useTestApp({ S3_URL: store.url });
const token = (await t.signIn()).token;

const sendImage = async (background: string) =>
  uploadForm(t.app, makeImageForm(await makePlainImage('png', { background })), `Bearer ${token}`);

test('images are stored in the bucket and served from the usual address', async () => {
  const { path: url, body } = await sendImage('#ff0000');
  const name = body.public_id;
  expect([...store.objects.keys()].sort()).toEqual(
    [320, 640, 800].map((width) => `/bucket/images/${name}/${width}.webp`),
  );
  expect(store.objects.get(`/bucket/images/${name}/800.webp`)?.type).toBe('image/webp');

  const image = await t.app.inject(url);
  expect(image.statusCode).toBe(200);
  expect(image.rawPayload).toEqual(store.objects.get(`/bucket/images/${name}/800.webp`)?.bytes);
  expect((await t.app.inject(url.replace('800', '1280'))).statusCode).toBe(404);
  expect((await sendImage('#ff0000')).path).toBe(url);
});

test('a bucket that refuses an image leaves no row and no object behind', async () => {
  const rows = await t.em().count(UploadEntity);
  const objects = store.objects.size;
  store.isFull = true;
  const { status, body } = await sendImage('#00ff00');
  store.isFull = false;

  expect([status, body.error?.code]).toEqual([503, 'UNAVAILABLE']);
  expect(store.objects.size).toBe(objects);
  expect(await t.em().count(UploadEntity)).toBe(rows);
});

test('a bucket that does not answer is given up after 5 s, and images are refused with 503', async () => {
  const { path: url } = await sendImage('#0000ff');
  store.isSilent = true;
  const limit = new AbortController();
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  onTestFinished(() => limits.mockRestore());
  const reading = t.app.inject(url).then((answer) => answer);
  await expect.poll(() => limits.mock.calls).toEqual([[5000]]);
  limit.abort();
  const first = await reading;
  expect([first.statusCode, first.json().error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
  const [again, known] = await Promise.all([t.app.inject(url), sendImage('#0000ff')]);
  expect([again.statusCode, known.status]).toEqual([503, 503]);
  store.isSilent = false;
  limits.mockRestore();
  await expect.poll(async () => (await t.app.inject(url)).statusCode).toBe(200);
});

test('a bucket that refuses to show an image is 503, not a fault of this site', async () => {
  const { path: url } = await sendImage('#ff00ff');
  store.isUnreachable = true;
  expect((await t.app.inject(url)).statusCode).toBe(503);
  store.isUnreachable = false;
  expect((await t.app.inject(url)).statusCode).toBe(200);
});

test.each(['https://s3.example.org/bucket', 'https://key:secret@s3.example.org/', 's3://bucket'])(
  'S3_URL %s is refused at the start',
  (url) => {
    expect(() => openS3Store(url, { folder: '', headersOf: () => ({}) })).toThrow(/^S3_URL must look like/);
  },
);
