import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../../testing/files/images.ts';
import { findEmailPicture } from './email-picture.service.ts';

const t = await useTestApp();
const token = (await t.signIn()).token;

const store = async (bytes: Buffer) =>
  (await uploadForm(t.app, makeImageForm(bytes), `Bearer ${token}`)).path;

test('the picture of a newsletter is a JPEG of at most 1,200 pixels', async () => {
  const imageUrl = await store(await makePlainImage('png', { width: 3000, height: 1500 }));
  const { id: postId } = await t.given.post({ title: 'Open day', imageUrl });
  const { campaigns } = t.office.admin.newsletter;
  const { view } = await campaigns.create.mutate({ subject: 'News', body: 'See.', postId });
  const { html } = await campaigns.preview.query({ id: view.id });
  const [, address = ''] = /<img src="http:\/\/localhost:3000(\/[^"]*)"/.exec(html) ?? [];
  const { statusCode, headers, rawPayload } = await t.app.inject(address);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(headers['cache-control']).toContain('immutable');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 600 });
});

test('a small picture keeps its size, and a clear one gets a white ground', async () => {
  const clear = sharp({ create: { width: 90, height: 60, channels: 4, background: '#f000' } });
  const picture = findEmailPicture(await store(await clear.png().toBuffer())) ?? '';
  const { rawPayload } = await t.app.inject(picture);
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([90, 60, 255, 255, 255]);
});

test.each([
  ['/uploads/0123456789abcdef0123456789abcdef-800x600-336699/email.jpg'],
  ['/uploads/nothing/email.jpg'],
  ['/images/demo/nothing-80x60-336699/email.jpg'],
])('%s is no picture', async (address) => {
  expect((await t.app.inject(address)).statusCode).toBe(404);
});

test.each([
  ['/uploads/0a-800x600-336699/800.webp', '/uploads/0a-800x600-336699/email.jpg'],
  ['/images/demo/gate-1280x960-687751/1280.webp', '/images/demo/gate-1280x960-687751/email.jpg'],
  ['/images/share.jpg', '/images/share.jpg'],
  ['https://images.example/one', 'https://images.example/one'],
  ['https://images.example/one.png?w=1', 'https://images.example/one.png?w=1'],
  ['https://images.example/one.WEBP?w=1', undefined],
  ['/images/logo.svg', undefined],
])('an email shows %s as %s', (url, shown) => {
  expect(findEmailPicture(url)).toBe(shown);
});
