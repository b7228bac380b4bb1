import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { uploadAnswer } from '@institute/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { testApp, useTestApp } from '../../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../../testing/files/images.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { UploadEntity } from './upload.entity.ts';
import { makeUploadTarget } from './upload-path.ts';

const t = await useTestApp();
const token = (await t.signIn()).token;

const send = (form: FormData, bearer = `Bearer ${token}`) => uploadForm(t.app, form, bearer);
const sendImage = (bytes: Buffer, name?: string) => send(makeImageForm(bytes, name ? { name } : {}));
const fetchImage = (url: string) => t.app.inject(url);
const storedFolders = () => readdirSync(join(t.config.dataDir, 'uploads'));

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'a %s image is stored in every width that it has the pixels for',
  async (format) => {
    const { status, body, path } = await sendImage(await makePlainImage(format));
    expect(status).toBe(200);
    expect(body).toEqual(uploadAnswer.parse(body));
    expect(body).toMatchObject({ width: 800, height: 600, format: 'webp' });
    expect(path).toMatch(/^\/uploads\/[\da-f]{32}-800x600-3[2-4]6[5-7]9[8-a]\/800\.webp$/);
    expect(body.public_id).toBe(path.split('/')[2]);

    for (const width of [320, 640, 800]) {
      const image = await fetchImage(path.replace('800.webp', `${width}.webp`));
      expect(image.statusCode).toBe(200);
      expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
      if (width === 800) expect(image.rawPayload.length).toBe(body.bytes);
    }
    expect((await fetchImage(path.replace('800.webp', '1280.webp'))).statusCode).toBe(404);
  },
);

test('a stored image is served with its type and cached for good', async () => {
  const { path } = await sendImage(await makePlainImage('png'));
  const { headers } = await fetchImage(path);
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

test('a wide image is made 1920 wide, a small one stays as it is', async () => {
  const wide = await sendImage(await makePlainImage('jpeg', { width: 4000, height: 2000 }));
  expect(wide.body).toMatchObject({ width: 1920, height: 960 });
  const small = await sendImage(await makePlainImage('jpeg', { width: 20, height: 10 }));
  expect(small.body).toMatchObject({ width: 20, height: 10 });
  expect(small.path).toMatch(/-20x10-[\da-f]{6}\/20\.webp$/);
});

test('removes the place where an image was taken, and turns it upright', async () => {
  const sent = await sharp(await makePlainImage('jpeg', { width: 300, height: 200 }))
    .withExif({ IFD0: { Make: 'A phone' }, IFD3: { GPSLatitude: '0/1 18/1 49/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(sent).metadata()).exif).toBeTruthy();

  const { body, path } = await sendImage(sent);
  expect(body).toMatchObject({ width: 200, height: 300 });
  const { rawPayload } = await fetchImage(path);
  const { exif, xmp, icc, iptc, orientation } = await sharp(rawPayload).metadata();
  expect([exif, xmp, icc, iptc, orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('keeps transparency, and accepts grey and 16-bit images', async () => {
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#f000' } })
    .png()
    .toBuffer();
  const { body, path } = await sendImage(clear);
  expect(body.public_id).toMatch(/-9x9-ffffff$/);
  const { rawPayload } = await fetchImage(path);
  expect((await sharp(rawPayload).metadata()).hasAlpha).toBe(true);

  const grey = sharp(await makePlainImage('png', { background: '#808080' })).toColourspace('grey16');
  const stored = await sendImage(await grey.png().toBuffer());
  expect(stored.body.public_id).toMatch(/-800x600-(?:7f|80|81){3}$/);
});

test('keeps the first frame of an animation', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) => makePlainImage('png', { width: 10, height: 10, background })),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(2);
  expect((await sendImage(gif)).body.public_id).toMatch(/-10x10-f[\da-f]0[\da-f]0[\da-f]$/);
});

test('an image is checked by its content, whatever its name', async () => {
  const { status } = await sendImage(await makePlainImage('png', { background: '#010203' }), 'page.html');
  expect(status).toBe(200);
});

test('the same image sent twice, also at once, has one address and one row', async () => {
  const image = await makePlainImage('png', { background: '#abcdef' });
  const rows = await t.em().count(UploadEntity);
  const activities = await t.em().count(ActivityEntity, { entityType: 'upload' });

  const answers = [...(await Promise.all([sendImage(image), sendImage(image)])), await sendImage(image)];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ path }) => path)).size).toBe(1);
  expect(await t.em().count(UploadEntity)).toBe(rows + 1);
  expect(await t.em().count(ActivityEntity, { entityType: 'upload' })).toBe(activities + 1);
});

test('a slow form gets the time limit of an upload', async () => {
  const limits = { headersMs: 500, requestMs: 50, uploadMs: 20_000, importMs: 20_000, lateBodyMs: 5000 };
  const app = await buildApp({ config: t.config, db: t.db, limits, withPages: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const form = new Request('http://localhost/', {
    method: 'POST',
    body: makeImageForm(await makePlainImage('png')),
  });
  const bytes = Buffer.from(await form.arrayBuffer());
  const begin = (path: string, type: string, part: string | Buffer) => {
    const sending = request(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
    });
    sending.write(part);
    return { sending, answered: once(sending, 'response') };
  };
  const image = begin(
    '/uploads/demo/image/upload',
    form.headers.get('content-type') ?? '',
    bytes.subarray(0, 100),
  );
  const message = begin('/api/v1/contact', 'application/json', '{"name":');
  const [tooSlow] = await message.answered;
  expect(tooSlow.statusCode).toBe(408);

  image.sending.end(bytes.subarray(100));
  const [answer] = await image.answered;
  expect(answer.statusCode).toBe(200);
  await app.close();
});

test('an image whose files were lost is stored again', async () => {
  const image = await makePlainImage('png', { background: '#00ff00' });
  const { body, path } = await sendImage(image);
  rmSync(join(t.config.dataDir, path));
  expect((await fetchImage(path)).statusCode).toBe(404);

  expect((await sendImage(image)).body).toEqual(body);
  expect((await fetchImage(path)).statusCode).toBe(200);
});

test('a failed write stores nothing', async () => {
  const other = await testApp();
  const { token: bearer } = await other.signIn();
  // A file in the place of the folder
  writeFileSync(join(other.config.dataDir, 'uploads'), '');
  const { status, body } = await uploadForm(
    other.app,
    makeImageForm(await makePlainImage('png')),
    `Bearer ${bearer}`,
  );
  expect([status, body.error?.code]).toEqual([503, 'UNAVAILABLE']);
  expect(await other.db.orm.em.fork().count(UploadEntity)).toBe(0);
  await other.close();
});

test('no half-written folder is left beside the stored ones', () => {
  expect(storedFolders().filter((name) => !/^[\da-f]{32}-\d+x\d+-[\da-f]{6}$/.test(name))).toEqual([]);
});

test('the admin area sends images to this server with the bearer, or to a configured provider', async () => {
  const ours = { url: '/uploads/site/image/upload', preset: '', isOurs: true };
  expect(await t.office.admin.uploads.target.query()).toEqual(ours);
  const uploadUrl = 'https://api.provider.example/v1_1/institute/image/upload';
  const provider = { url: uploadUrl, preset: 'site', isOurs: false };
  expect(makeUploadTarget({ uploadUrl, uploadPreset: 'site' })).toEqual(provider);
});
