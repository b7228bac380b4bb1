import { uploadLimits } from '@institute/contract/office.constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gifOf, pngOf } from '../../testing/crafted-images.ts';
import { imageForm, noisyImage, plainImage, upload } from '../../testing/images.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

const send = (form: FormData, bearer = `Bearer ${token}`) => upload(t.app, form, bearer);
const sendImage = (bytes: Buffer, name?: string) => send(imageForm(bytes, name ? { name } : {}));

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
test.each([
  ['an SVG', 'logo.svg', async () => Buffer.from(svg)],
  ['an SVG that claims to be a PNG', 'logo.png', async () => Buffer.from(svg)],
  ['text that claims to be a JPEG', 'image.jpg', async () => Buffer.from('<!doctype html><p>hello</p>')],
  ['a TIFF', 'scan.tiff', async () => plainImage('tiff')],
  ['an empty file', 'image.jpg', async () => Buffer.alloc(0)],
  ['the first half of a JPEG', 'image.jpg', async () => firstHalf(await noisyImage('jpeg'))],
  ['the first half of a PNG', 'image.png', async () => firstHalf(await noisyImage('png'))],
  ['the first half of a WebP', 'image.webp', async () => firstHalf(await noisyImage('webp'))],
  ['the first half of an AVIF', 'image.avif', async () => firstHalf(await noisyImage('avif'))],
])('%s is 415', async (_, name, make) => {
  const { status, body } = await sendImage(await make(), name);
  expect([status, body.error?.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

const firstHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

test('a file of 10 MB is accepted, one byte more is 413', async () => {
  const image = await plainImage('jpeg', { background: '#102030' });
  const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);
  expect((await sendImage(padded(uploadLimits.bytes))).status).toBe(200);
  const { status, body } = await sendImage(padded(uploadLimits.bytes + 1));
  expect([status, body.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a small file of 256 megapixels is 413', async () => {
  const bomb = pngOf({ width: 16_000, height: 16_000 });
  expect(bomb.length).toBeLessThan(100_000);
  const { status, body } = await sendImage(bomb);
  expect([status, body.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a moving image of 1,000 frames is accepted, of one more 413', async () => {
  expect((await sendImage(gifOf({ frames: uploadLimits.frames }))).status).toBe(200);
  const { status, body } = await sendImage(gifOf({ frames: uploadLimits.frames + 1 }));
  expect([status, body.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test.each(['', 'Bearer', 'Bearer wrong'])('with the bearer "%s" it is 401', async (bearer) => {
  const { status, headers } = await send(imageForm(await plainImage('png')), bearer);
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('Bearer');
});

test.each([
  ['no file', () => new FormData()],
  ['another file', () => imageForm(Buffer.from('x'), { field: 'image' })],
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
