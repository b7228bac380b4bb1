import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { uploadAnswer } from '@institute/contract';
import { limits } from '@institute/contract/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { noisyPicture, pictureForm, plainPicture, upload } from '../../testing/pictures.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { UploadEntity } from './upload.entity.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

const send = (form: FormData, bearer = `Bearer ${token}`) => upload(t.app, form, bearer);
const sendPicture = (bytes: Buffer, name?: string) => send(pictureForm(bytes, name ? { name } : {}));
const fetchPicture = (url: string) => t.app.inject(url);
const storedFolders = () => readdirSync(join(t.config.dataDir, 'uploads'));

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'a %s picture is stored in every width that it has the pixels for',
  async (format) => {
    const { status, body } = await sendPicture(await plainPicture(format));
    expect(status).toBe(200);
    expect(body).toEqual(uploadAnswer.parse(body));
    expect(body).toMatchObject({ width: 800, height: 600, format: 'webp' });
    expect(body.secure_url).toMatch(/^\/uploads\/[\da-f]{32}-800x600-3[2-4]6[5-7]9[8-a]\/800\.webp$/);
    expect(body.public_id).toBe(body.secure_url.split('/')[2]);

    for (const width of [320, 640, 800]) {
      const picture = await fetchPicture(body.secure_url.replace('800.webp', `${width}.webp`));
      expect(picture.statusCode).toBe(200);
      expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
      if (width === 800) expect(picture.rawPayload.length).toBe(body.bytes);
    }
    expect((await fetchPicture(body.secure_url.replace('800.webp', '1280.webp'))).statusCode).toBe(404);
  },
);

test('a stored picture is served as what it is, for ever', async () => {
  const { body } = await sendPicture(await plainPicture('png'));
  const { headers } = await fetchPicture(body.secure_url);
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

test('a wide picture is made 1920 wide, a small one stays as it is', async () => {
  const wide = await sendPicture(await plainPicture('jpeg', { width: 4000, height: 2000 }));
  expect(wide.body).toMatchObject({ width: 1920, height: 960 });
  const small = await sendPicture(await plainPicture('jpeg', { width: 20, height: 10 }));
  expect(small.body).toMatchObject({ width: 20, height: 10 });
  expect(small.body.secure_url).toMatch(/-20x10-[\da-f]{6}\/20\.webp$/);
});

test('the place where a photograph was taken is gone, and it stands upright', async () => {
  const photograph = await sharp(await plainPicture('jpeg', { width: 300, height: 200 }))
    .withExif({ IFD0: { Make: 'A phone' }, IFD3: { GPSLatitude: '0/1 18/1 49/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif).toBeTruthy();

  const { body } = await sendPicture(photograph);
  expect(body).toMatchObject({ width: 200, height: 300 });
  const { rawPayload } = await fetchPicture(body.secure_url);
  const { exif, xmp, icc, iptc, orientation } = await sharp(rawPayload).metadata();
  expect([exif, xmp, icc, iptc, orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('transparency stays, grey and 16-bit pictures are taken too', async () => {
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#f000' } })
    .png()
    .toBuffer();
  const { body } = await sendPicture(clear);
  expect(body.public_id).toMatch(/-9x9-ffffff$/);
  const { rawPayload } = await fetchPicture(body.secure_url);
  expect((await sharp(rawPayload).metadata()).hasAlpha).toBe(true);

  const grey = sharp(await plainPicture('png', { background: '#808080' })).toColourspace('grey16');
  const stored = await sendPicture(await grey.png().toBuffer());
  expect(stored.body.public_id).toMatch(/-800x600-(?:7f|80|81){3}$/);
});

test('of a moving picture the first frame is kept', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) => plainPicture('png', { width: 10, height: 10, background })),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(2);
  expect((await sendPicture(gif)).body.public_id).toMatch(/-10x10-f[\da-f]0[\da-f]0[\da-f]$/);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
test.each([
  ['an SVG', 'logo.svg', async () => Buffer.from(svg)],
  ['an SVG that claims to be a PNG', 'logo.png', async () => Buffer.from(svg)],
  ['text that claims to be a JPEG', 'photo.jpg', async () => Buffer.from('<!doctype html><p>hello</p>')],
  ['a TIFF', 'scan.tiff', async () => plainPicture('tiff')],
  ['an empty file', 'photo.jpg', async () => Buffer.alloc(0)],
  ['the first half of a JPEG', 'photo.jpg', async () => firstHalf(await noisyPicture('jpeg'))],
  ['the first half of a PNG', 'photo.png', async () => firstHalf(await noisyPicture('png'))],
  ['the first half of a WebP', 'photo.webp', async () => firstHalf(await noisyPicture('webp'))],
  ['the first half of an AVIF', 'photo.avif', async () => firstHalf(await noisyPicture('avif'))],
])('%s is 415', async (_, name, make) => {
  const { status, body } = await sendPicture(await make(), name);
  expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

const firstHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

test('a picture is judged by its content, whatever its name', async () => {
  const { status } = await sendPicture(await plainPicture('png', { background: '#010203' }), 'page.html');
  expect(status).toBe(200);
});

test('a file of 10 MB is taken, one byte more is 413', async () => {
  const picture = await plainPicture('jpeg', { background: '#102030' });
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
  expect((await sendPicture(padded(limits.upload.bytes))).status).toBe(200);
  const { status, body } = await sendPicture(padded(limits.upload.bytes + 1));
  expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a small file of 256 megapixels is 413', async () => {
  const bomb = whitePng(16_000);
  expect(bomb.length).toBeLessThan(100_000);
  const { status, body } = await sendPicture(bomb);
  expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

/** One bit for each pixel; a checksum that nobody looks at before the size. */
function whitePng(edge: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const typed = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([size, typed, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((edge / 8 + 1) * edge));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test.each(['', 'Bearer', 'Bearer wrong'])('with the bearer "%s" it is 401', async (bearer) => {
  const { status, headers } = await send(pictureForm(await plainPicture('png')), bearer);
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('Bearer');
});

test('the same picture sent twice, and twice at once, is one address and one row', async () => {
  const picture = await plainPicture('png', { background: '#abcdef' });
  const rows = await t.db.orm.em.fork().count(UploadEntity);
  const activities = await t.db.orm.em.fork().count(ActivityEntity, { entityType: 'upload' });

  const answers = [
    ...(await Promise.all([sendPicture(picture), sendPicture(picture)])),
    await sendPicture(picture),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.secure_url)).size).toBe(1);
  expect(await t.db.orm.em.fork().count(UploadEntity)).toBe(rows + 1);
  expect(await t.db.orm.em.fork().count(ActivityEntity, { entityType: 'upload' })).toBe(activities + 1);
});

test('a form that comes slowly is given the time of an upload', async () => {
  const limits = { headersMs: 500, requestMs: 50, uploadMs: 20_000 };
  const app = await buildApp({ config: t.config, db: t.db, limits });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const form = new Request('http://localhost/', {
    method: 'POST',
    body: pictureForm(await plainPicture('png')),
  });
  const bytes = Buffer.from(await form.arrayBuffer());
  const sending = request(`http://127.0.0.1:${port}/uploads/demo/image/upload`, {
    method: 'POST',
    headers: { 'content-type': form.headers.get('content-type') ?? '', authorization: `Bearer ${token}` },
  });
  const answered = once(sending, 'response');
  sending.write(bytes.subarray(0, 100));
  await sleep(200);
  sending.end(bytes.subarray(100));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  await app.close();
});

test('a picture whose files were lost is stored again', async () => {
  const picture = await plainPicture('png', { background: '#00ff00' });
  const { body } = await sendPicture(picture);
  rmSync(join(t.config.dataDir, body.secure_url));
  expect((await fetchPicture(body.secure_url)).statusCode).toBe(404);

  expect((await sendPicture(picture)).body).toEqual(body);
  expect((await fetchPicture(body.secure_url)).statusCode).toBe(200);
});

test('where nothing can be written, nothing is kept', async () => {
  const other = await testApp();
  const { token: bearer } = await other.signIn();
  // a file where the folder should be
  writeFileSync(join(other.config.dataDir, 'uploads'), '');
  const { status, body } = await upload(
    other.app,
    pictureForm(await plainPicture('png')),
    `Bearer ${bearer}`,
  );
  expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(await other.db.orm.em.fork().count(UploadEntity)).toBe(0);
  await other.close();
});

test('no half-written folder is left beside the stored ones', () => {
  expect(storedFolders().filter((name) => !/^[\da-f]{32}-\d+x\d+-[\da-f]{6}$/.test(name))).toEqual([]);
});

test.each([
  ['no file', () => new FormData()],
  ['another file', () => pictureForm(Buffer.from('x'), { field: 'photo' })],
  ['an address instead of a file', () => fileAsText('https://example.org/picture.png')],
])('a form with %s is 400', async (_, form) => {
  const filled = form();
  filled.append('upload_preset', '');
  const { status, body } = await send(filled);
  expect([status, body.error.details[0]?.path]).toEqual([400, 'file']);
});

function fileAsText(text: string): FormData {
  const form = new FormData();
  form.append('file', text);
  return form;
}

test('a form that breaks off is 400', async () => {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/uploads/demo/image/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` },
    payload: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
  });
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'VALIDATION_ERROR']);
});

test.each(['application/json', 'multipart/form-data', 'multipart/form-data; boundary=b', undefined])(
  'a body of type %s is refused',
  async (type) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/uploads/demo/image/upload',
      headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
      payload: type ? '{}' : undefined,
    });
    expect([400, 415]).toContain(answer.statusCode);
    expect(answer.json().error.requestId).toBeTruthy();
  },
);

test('another method is 405 with Allow', async () => {
  const answer = await t.app.inject({ method: 'GET', url: '/uploads/demo/image/upload' });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'OPTIONS, POST']);
});

test.each([
  '/uploads/',
  '/uploads/nothing',
  '/uploads/../auth-secret',
  '/uploads/..%2fauth-secret',
  '/uploads/%2e%2e/auth-secret',
  '/uploads/..%2f..%2f/etc%2fpasswd',
  '/uploads/.draft-1/320.webp',
  '/uploads/00000000000000000000000000000000-1x1-000000/1.webp',
  '/uploads/00000000000000000000000000000000-1x1-000000/..%2f..%2fauth-secret',
])('%s is 404 with the envelope', async (url) => {
  const answer = await t.app.inject(url);
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
});
