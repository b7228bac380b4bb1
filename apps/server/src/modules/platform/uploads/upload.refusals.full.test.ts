import { readdirSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { heicAdvice, uploadLimits } from '@institute/contract/uploads.constants';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { craftGif, craftPng } from '../../../testing/files/crafted-images.ts';
import { makeImageForm, makeNoisyImage, makePlainImage, uploadForm } from '../../../testing/files/images.ts';

const t = await useTestApp();
const token = (await t.signIn()).token;

const files = () => readdirSync(t.config.dataDir, { recursive: true }).map(String).sort();
const send = (form: FormData, bearer = `Bearer ${token}`) => uploadForm(t.app, form, bearer);
const sendImage = (bytes: Buffer, name?: string) => send(makeImageForm(bytes, name ? { name } : {}));

const MB = 1024 * 1024;
const text = (of: string) => Buffer.from(of, 'latin1');
const small = { width: 40, height: 30 };
const js = 'alert(1)';
const html = '<!doctype html><html><script>alert(1)</script></html>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${js}</script></svg>`;
const php = '<?php system($_GET["c"]); ?>';
const zip = text('PK\x03\x04\x14\0\0\0\0\0payload');

function claimingJpeg(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(0xffff, at + 5);
  changed.writeUInt16BE(0xffff, at + 7);
  return changed;
}

type Upload = [what: string, name: string, make: () => Buffer | Promise<Buffer>];

test.each<Upload>([
  ['an SVG', 'logo.svg', () => text(svg)],
  ['an SVG that claims to be a PNG', 'logo.png', () => text(svg)],
  ['an SVG behind a byte order mark', 'a.png', () => text(`\xef\xbb\xbf${svg}`)],
  ['a compressed SVG', 'a.svgz', () => text(`\x1f\x8b${svg}`)],
  ['a page that claims to be a JPEG', 'image.jpg', () => text(html)],
  ['a PDF named as a PNG', 'a.png', () => text('%PDF-1.7')],
  ['PostScript named as a JPEG', 'a.jpg', () => text('%!PS\n(%pipe%id) (r) file')],
  [
    'an ImageMagick script',
    'a.mvg',
    () => text('push graphic-context\nimage over 0,0 0,0 "https://evil.example/"'),
  ],
  ['a playlist', 'a.gif', () => text('#EXTM3U\nhttp://127.0.0.1/')],
  ['a PPM', 'a.ppm', () => text('P6 1 1 255 abc')],
  ['a TIFF', 'scan.tiff', () => makePlainImage('tiff')],
  ['a zip', 'a.jpg', () => zip],
  ['an empty file', 'image.jpg', () => Buffer.alloc(0)],
  ['the first half of a JPEG', 'image.jpg', async () => firstHalf(await makeNoisyImage('jpeg'))],
  ['the first half of a PNG', 'image.png', async () => firstHalf(await makeNoisyImage('png'))],
  ['the first half of a WebP', 'image.webp', async () => firstHalf(await makeNoisyImage('webp'))],
  ['the first half of an AVIF', 'image.avif', async () => firstHalf(await makeNoisyImage('avif'))],
])('%s is 415 and leaves no file', async (_, name, make) => {
  const before = files();
  const { status, body } = await sendImage(await make(), name);
  expect([status, body.error?.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  expect(files()).toEqual(before);
});

test('a HEIC picture is refused with what to do', async () => {
  const heic = text('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0');
  const { status, body } = await sendImage(heic, 'IMG_0001.HEIC');
  expect([status, body.error?.message]).toEqual([415, heicAdvice]);
});

const firstHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

test.each<Upload>([
  ['a small file of 256 megapixels', 'a.png', () => craftPng({ width: 16_000, height: 16_000 })],
  ['a PNG that claims 2 thousand million pixels a side', 'a.png', () => claimingPng(2 ** 31 - 1)],
  ['a PNG that claims a width of 0', 'a.png', () => claimingPng(0)],
  [
    'a JPEG that claims 65,535 pixels a side',
    'a.jpg',
    async () => claimingJpeg(await makePlainImage('jpeg', small)),
  ],
  ['a GIF of 60,000 frames', 'a.gif', () => craftGif({ frames: 60_000 })],
  ['a gzip bomb', 'a.png', () => Buffer.concat([text('\x1f\x8b\x08'), Buffer.alloc(MB)])],
])('%s is refused and leaves no file', async (_, name, make) => {
  const before = files();
  const { status, body } = await sendImage(await make(), name);
  expect([413, 415], JSON.stringify(body)).toContain(status);
  expect(files()).toEqual(before);
});

const claimingPng = (width: number) => craftPng({ width, height: 10, rows: deflateSync(Buffer.alloc(10)) });

/** One program reads the file as an image and another one runs it. */
test.each<Upload>([
  [
    'a JPEG that ends in a page',
    'a.jpg',
    async () => Buffer.concat([await makePlainImage('jpeg', small), text(html)]),
  ],
  ['a PNG that ends in a zip', 'a.png', async () => Buffer.concat([await makePlainImage('png', small), zip])],
  [
    'a GIF that ends in PHP',
    'a.gif',
    async () => Buffer.concat([await makePlainImage('gif', small), text(php)]),
  ],
  [
    'a WebP that ends in a page',
    'a.webp',
    async () => Buffer.concat([await makePlainImage('webp', small), text(html)]),
  ],
  ['a GIF that is also a script', 'a.gif', () => text(`GIF89a=1;${js}//`)],
  [
    'a PDF with an image inside',
    'a.jpg',
    async () => Buffer.concat([text('%PDF\n'), await makePlainImage('jpeg', small)]),
  ],
  [
    'a page with an image inside',
    'a.png',
    async () => Buffer.concat([text(html), await makePlainImage('png', small)]),
  ],
  [
    'a PNG whose rows unpack to 200 MB',
    'a.png',
    () => craftPng({ width: 8, height: 8, rows: deflateSync(Buffer.alloc(200 * MB)) }),
  ],
  [
    'a PNG with a page in its text',
    'a.png',
    () => craftPng({ width: 8, height: 8, chunks: [['tEXt', text(`Comment\0${html}`)]] }),
  ],
  [
    'a PNG with PHP in its palette',
    'a.png',
    () => craftPng({ width: 8, height: 8, chunks: [['PLTE', text(php.padEnd(30))]] }),
  ],
])('%s is refused, or nothing but pixels is served', async (_, name, make) => {
  const before = files();
  const { status, path } = await sendImage(await make(), name);
  if (status !== 200) {
    expect([413, 415]).toContain(status);
    expect(files()).toEqual(before);
    return;
  }
  const served = await t.app.inject(path);
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  for (const part of ['alert', 'script', '<?php', 'PK\x03\x04', 'payload']) {
    expect(served.rawPayload.includes(part)).toBe(false);
  }
});

test.each([
  '../../evil.jpg',
  '..\\..\\evil.jpg',
  '/etc/cron.d/evil',
  'evil.jpg%00.php',
  '.htaccess',
  `${'a'.repeat(5000)}.jpg`,
  'a;b|c`id`.jpg',
])('the name %s has no part in where an image is stored', async (name) => {
  // Colours differ, because the same file is stored once
  const background = `#${text(name).toString('hex').padEnd(6, '7').slice(-6)}`;
  const before = new Set(files());
  const { status } = await sendImage(await makePlainImage('png', { ...small, background }), name);
  expect([200, 400]).toContain(status);
  for (const file of files().filter((each) => !before.has(each))) {
    expect(file).toMatch(/^uploads(?:\/[\da-f]{32}-40x30-[\da-f]{6}(?:\/40\.webp)?)?$/);
  }
});

test('a file of 10 MB is accepted, one byte more is 413', async () => {
  const image = await makePlainImage('jpeg', { background: '#102030' });
  const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);
  expect((await sendImage(padded(uploadLimits.bytes))).status).toBe(200);
  const { status, body } = await sendImage(padded(uploadLimits.bytes + 1));
  expect([status, body.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a moving image of 1,000 frames is accepted, of one more 413', async () => {
  expect((await sendImage(craftGif({ frames: uploadLimits.frames }))).status).toBe(200);
  const { status, body } = await sendImage(craftGif({ frames: uploadLimits.frames + 1 }));
  expect([status, body.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test.each([
  ['no file', () => new FormData()],
  ['another file', () => makeImageForm(Buffer.from('x'), { field: 'image' })],
  ['an address instead of a file', () => fileAsText('https://example.org/image.png')],
])('a form with %s is 400', async (_, form) => {
  const filled = form();
  filled.append('upload_preset', '');
  const { status, body } = await send(filled);
  expect([status, body.error?.details[0]?.path]).toEqual([400, 'file']);
});

function fileAsText(text: string): FormData {
  const form = new FormData();
  form.append('file', text);
  return form;
}

test('a form that ends too early is 400', async () => {
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
