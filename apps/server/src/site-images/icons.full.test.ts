import { type Colors, defaultLook, type PatternStyle } from '@institute/contract/look';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { answerFailure } from '../http/failures.ts';
import { openUploadStore } from '../modules/platform/uploads/storage.service.ts';
import { serveUploads } from '../modules/platform/uploads/upload.plugin.ts';
import { parseUploadPath } from '../modules/platform/uploads/upload-path.ts';
import { readRefusal } from '../testing/app/answers.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../testing/files/images.ts';
import { startObjectStore } from '../testing/stand-ins/object-store.ts';
import { serveIcons } from './icons.ts';

const renderer = {
  pattern: () => [{ fill: '#123456', d: 'M0 0h72v72H0z' }],
  patternFile: (file: string, { colors }: { colors: Colors; pattern: PatternStyle }) =>
    `<svg>${file} ${colors.main}</svg>`,
  mark: () => [{ fill: '#654321', d: 'M0 0h24v24H0z' }],
};

const t = await useTestApp();
async function openSite(config: Config) {
  const opened = fastify();
  opened.setErrorHandler(answerFailure);
  opened.decorateRequest('ctx');
  opened.decorate('knownAnswer', async () => undefined);
  opened.addHook('onRequest', async (request) => {
    request.ctx = t.jobContext();
  });
  await opened.register(serveUploads, { config });
  await opened.register(serveIcons, { renderer });
  return opened;
}
const site = await openSite(t.config);
afterAll(() => site.close());

const colors = { main: '#8f1d2e', accent: '#0a7f80' };

async function change(own: { name?: string; logo?: string; icon?: string; colors?: Colors }) {
  const { institute } = (await t.office.admin.site.get.query()).view;
  await t.office.admin.site.update.mutate({ changes: { institute: { ...institute, ...own } } });
}
beforeEach(() => change({ name: 'Nile School of Trades', logo: '', icon: '', colors }));

const get = (url: string, headers = {}) => site.inject({ url, headers });

async function pixelOf(url: string, share: [x: number, y: number], asked = site): Promise<string> {
  const { statusCode, rawPayload } = await asked.inject({ url });
  expect(statusCode, url).toBe(200);
  const picture = url.endsWith('.ico') ? rawPayload.subarray(22) : rawPayload;
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(share[1] * info.height) * info.width + Math.floor(share[0] * info.width)) * 4;
  return data.toString('hex', at, at + 4);
}

/** A band in the middle, on nothing. */
async function uploadLogo(width: number, height: number, colour: string): Promise<string> {
  const band = await makePlainImage('png', { width, height: Math.ceil(height / 3), background: colour });
  const ground = { create: { width, height, channels: 4, background: '#0000' } } as const;
  const bytes = await sharp(ground)
    .composite([{ input: band }])
    .png()
    .toBuffer();
  return uploadPicture(bytes);
}

async function uploadPicture(bytes: Buffer): Promise<string> {
  const { token } = await t.signIn();
  const { path } = await uploadForm(t.app, makeImageForm(bytes, { name: 'picture.png' }), `Bearer ${token}`);
  return path;
}

test('without a logo the icons have the initials on the main colour', async () => {
  expect(await pixelOf('/icons/icon-512.png', [0.5, 0.1])).toBe('8f1d2eff');
  expect(await pixelOf('/icons/icon-512.png', [0, 0])).toBe('00000000');
  expect(await pixelOf('/icons/apple-touch-icon.png', [0, 0])).toBe('8f1d2eff');
  const { body, headers } = await get('/favicon.svg');
  expect(headers['content-type']).toBe('image/svg+xml');
  expect(body.match(/<path transform/g)).toHaveLength(3);
});

test.each([
  ['/icons/icon-192.png', 192],
  ['/icons/icon-512.png', 512],
  ['/icons/maskable-512.png', 512],
  ['/icons/apple-touch-icon.png', 180],
])('%s is a square of %i pixels', async (path, side) => {
  expect(await sharp((await get(path)).rawPayload).metadata()).toMatchObject({ width: side, height: side });
});

test('the icon for old browsers holds a picture of 32 pixels', async () => {
  const { rawPayload } = await get('/favicon.ico');
  expect([...rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(await sharp(rawPayload.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32 });
});

test('a wide logo stands whole on a white plate, and a white one on a dark plate', async () => {
  await change({ logo: await uploadLogo(900, 220, '#205080') });
  expect(await pixelOf('/icons/icon-512.png', [0.5, 0.2])).toBe('ffffffff');
  expect(await pixelOf('/icons/icon-512.png', [0.5, 0.5])).toMatch(/^(?:1f|20)5080ff$/);
  await change({ logo: await uploadLogo(900, 220, '#ffffff') });
  expect(await pixelOf('/icons/icon-512.png', [0.5, 0.2])).toBe('1d1b16ff');
});

test('a picture that the server draws itself is no logo, also when it is stored as one', async () => {
  for (const logo of ['/favicon.svg', '/images/share.jpg', '/uploads/../favicon.svg', '/uploads/a/..']) {
    await expect(change({ logo }), logo).rejects.toThrow('Upload the logo');
  }
  await t.sql(`update site set content = jsonb_set(content, '{institute,logo}', '"/favicon.svg"')`);
  expect(await pixelOf('/icons/icon-512.png', [0.5, 0.1])).toBe('8f1d2eff');
  expect((await get('/favicon.svg')).body).toContain('<path transform');
});

test('an icon of its own takes the place of the logo and fills the square, but for what masks cut off', async () => {
  const icon = await uploadPicture(
    await makePlainImage('png', { width: 300, height: 300, background: '#a03060' }),
  );
  await change({ logo: await uploadLogo(900, 220, '#205080'), icon });
  const isIcon = expect.stringMatching(/^(?:9|a)[0-9a-f](?:2|3)[0-9a-f](?:5|6)[0-9a-f]ff$/);
  for (const path of ['/favicon.svg', '/favicon.ico', '/icons/icon-192.png', '/icons/icon-512.png']) {
    expect(await pixelOf(path, [0.5, 0.05]), path).toEqual(isIcon);
  }
  expect(await pixelOf('/icons/apple-touch-icon.png', [0, 0])).toEqual(isIcon);
  expect(await pixelOf('/icons/maskable-512.png', [0.5, 0.5])).toEqual(isIcon);
  expect(await pixelOf('/icons/maskable-512.png', [0.5, 0.1])).toBe('ffffffff');
  expect(await pixelOf('/images/share.jpg', [0.24, 0.46])).toEqual(isIcon);
});

test('an icon is read from the object store that has the uploads', async () => {
  const store = await startObjectStore();
  const inBucket = await openSite({ ...t.config, s3Url: store.url });
  onTestFinished(async () => {
    await inBucket.close();
    await store.close();
  });
  const background = '#3060a0';
  const icon = await uploadPicture(await makePlainImage('png', { width: 300, height: 300, background }));
  await change({ icon });
  const { folder, file } = parseUploadPath(icon);
  const bytes = (await openUploadStore(t.config).read(folder, file)) ?? Buffer.alloc(0);
  await openUploadStore({ ...t.config, s3Url: store.url }).write(folder, [{ name: file, bytes }]);
  expect(await pixelOf('/icons/icon-512.png', [0.5, 0.05], inBucket)).toMatch(/^(?:2f|3.)[56].[9a].ff$/);
});

test('a picture that the server does not store is no icon', async () => {
  for (const icon of ['/favicon.svg', '/uploads/../favicon.svg', 'https://other.example/icon.svg']) {
    const { details } = await readRefusal(change({ icon }));
    expect(details, icon).toMatchObject([
      { path: 'changes.institute.icon', message: expect.stringMatching(/^Upload the icon/) },
    ]);
  }
});

test('the share picture has the name, in the colour that reads on the main one', async () => {
  const countLight = async () => {
    const { rawPayload } = await get('/images/share.jpg');
    const below = { left: 20, top: 470, width: 530, height: 150 };
    const pixels = await sharp(rawPayload).extract(below).greyscale().raw().toBuffer();
    return pixels.filter((value) => value > 200).length;
  };
  expect(await countLight()).toBeGreaterThan(500);
  await change({ name: '–' });
  expect(await countLight()).toBeLessThan(500);
});

test('the share picture has the main colour, and changes with colour and logo', async () => {
  const tagOf = async () => (await get('/images/share.jpg')).headers.etag as string;
  const { rawPayload } = await get('/images/share.jpg');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const first = await tagOf();
  expect((await get('/images/share.jpg', { 'if-none-match': first })).statusCode).toBe(304);
  await change({ colors: { ...colors, main: '#104020' } });
  const second = await tagOf();
  await change({ logo: await uploadLogo(300, 300, '#205080') });
  expect(new Set([first, second, await tagOf()]).size).toBe(3);
});

test('files of the pattern have the colours of their address, which never changes', async () => {
  const { body, headers } = await get('/pattern/8f1d2e-0a7f80/band.svg');
  expect(body).toBe('<svg>band #8f1d2e</svg>');
  expect(headers['cache-control']).toContain('immutable');
  for (const path of [
    '8f1d2e/band.svg',
    '8f1d2e-0a7f80/other.svg',
    '8F1D2E-0a7f80/band.svg',
    'x-y/band.svg',
    '8f1d2e-0a7f80-0/hero.svg',
  ]) {
    expect((await get(`/pattern/${path}`)).statusCode, path).toBe(404);
  }
});

test('without a name the icons have the mark of the product, without letters', async () => {
  await change({ name: '–', colors: defaultLook.colors });
  expect((await get('/favicon.svg')).body).toContain('#654321');
});
