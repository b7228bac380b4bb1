import { readdirSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gifOf, pngOf } from '../testing/crafted-images.ts';
import { imageForm, plainImage, upload } from '../testing/images.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  ({ token } = await t.signIn());
});
afterAll(() => t.close());

const files = () => readdirSync(t.config.dataDir, { recursive: true }).map(String).sort();
const send = (bytes: Buffer, name?: string) =>
  upload(t.app, imageForm(bytes, name ? { name } : {}), `Bearer ${token}`);

const MB = 1024 * 1024;
const text = (of: string) => Buffer.from(of, 'latin1');
const small = { width: 40, height: 30 };
const js = 'alert(1)';
const html = '<!doctype html><html><script>alert(1)</script></html>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>${js}</script></svg>`;
const php = '<?php system($_GET["c"]); ?>';
const zip = text('PK\x03\x04\x14\0\0\0\0\0payload');

const bombs: [what: string, make: () => Buffer | Promise<Buffer>][] = [
  ['a PNG of 16,000 × 16,000', () => pngOf({ width: 16_000, height: 16_000 })],
  [
    'a PNG that claims 2 thousand million pixels a side',
    () => pngOf({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, rows: deflateSync(Buffer.alloc(10)) }),
  ],
  [
    'a PNG that claims a width of 0',
    () => pngOf({ width: 0, height: 10, rows: deflateSync(Buffer.alloc(10)) }),
  ],
  ['a GIF of 60,000 frames', () => gifOf({ frames: 60_000 })],
  [
    'a GIF of 60,000 frames of 1,000 pixels a side',
    () => gifOf({ frames: 60_000, width: 1000, height: 1000 }),
  ],
  ['a WebP that claims 16,383 pixels a side', async () => claimingWebp(await plainImage('webp', small))],
  ['a JPEG that claims 65,535 pixels a side', async () => claiming(await plainImage('jpeg', small))],
  ['10 MB of zeros', () => Buffer.alloc(10 * MB)],
  ['a gzip bomb', () => Buffer.concat([text('\x1f\x8b\x08'), Buffer.alloc(MB)])],
  ['a zip', () => zip],
];

function claiming(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(0xffff, at + 5);
  changed.writeUInt16BE(0xffff, at + 7);
  return changed;
}

function claimingWebp(webp: Buffer): Buffer {
  const changed = Buffer.from(webp);
  changed.writeUInt16LE(0x3fff, 26);
  changed.writeUInt16LE(0x3fff, 28);
  return changed;
}

test.each(bombs)('refuses %s and leaves no file', async (_, make) => {
  const before = files();
  const { status, body } = await send(await make());
  expect([413, 415], JSON.stringify(body)).toContain(status);
  expect(files()).toEqual(before);
});

/** Files that one program reads as an image and another one runs. */
const polyglots: [what: string, make: () => Buffer | Promise<Buffer>][] = [
  ...(['jpeg', 'png', 'gif', 'webp'] as const).flatMap((format): typeof polyglots => [
    [
      `a ${format} that ends in a page`,
      async () => Buffer.concat([await plainImage(format, small), text(html)]),
    ],
    [`a ${format} that ends in a zip`, async () => Buffer.concat([await plainImage(format, small), zip])],
    [`a ${format} that ends in PHP`, async () => Buffer.concat([await plainImage(format, small), text(php)])],
  ]),
  [
    'a PNG whose rows unpack to 200 MB',
    () => pngOf({ width: 8, height: 8, rows: deflateSync(Buffer.alloc(200 * MB)) }),
  ],
  [
    'a PNG with a text of 200 MB',
    () =>
      pngOf({
        width: 8,
        height: 8,
        chunks: [['zTXt', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(200 * MB))])]],
      }),
  ],
  ['a GIF that is also a script', () => text(`GIF89a=1;${js}//`)],
  ['a GIF head with a page', () => text(`GIF89a${html}`)],
  ['a JPEG head with a page', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text(html)])],
  ['a PNG head with a script', () => text(`\x89PNG\r\n\x1a\n${html}`)],
  ['a WebP head with a script', () => text(`RIFF\x10\0\0\0WEBP/*${js}*/`)],
  ['a bitmap that is also a script', () => text(`BM=1;${js}`)],
  [
    'a PDF with an image inside',
    async () => Buffer.concat([text('%PDF-1.7\n'), await plainImage('jpeg', small)]),
  ],
  ['a page with an image inside', async () => Buffer.concat([text(html), await plainImage('png', small)])],
  ['a zip with an image inside', async () => Buffer.concat([zip, await plainImage('png', small)])],
  [
    'a PNG with a page in its text',
    () => pngOf({ width: 8, height: 8, chunks: [['tEXt', text(`Comment\0${html}`)]] }),
  ],
  [
    'a PNG with PHP in its palette',
    () => pngOf({ width: 8, height: 8, chunks: [['PLTE', text(php.padEnd(30))]] }),
  ],
  [
    'a JPEG with a page in its comment',
    async () => {
      const jpeg = await plainImage('jpeg', small);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(html.length + 2);
      return Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xfe]),
        size,
        text(html),
        jpeg.subarray(2),
      ]);
    },
  ],
];

test.each(polyglots)('%s is refused, or nothing but pixels is served', async (_, make) => {
  const before = files();
  const { status, body } = await send(await make());
  if (status !== 200) {
    expect([413, 415]).toContain(status);
    expect(files()).toEqual(before);
    return;
  }
  const served = await t.app.inject(new URL(body.secure_url, 'http://localhost:3000').pathname);
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  for (const part of ['alert', 'script', '<?php', 'PK\x03\x04', 'payload']) {
    expect(served.rawPayload.includes(part)).toBe(false);
  }
});

test.each([
  ['a page named as a JPEG', 'a.jpg', html],
  ['an SVG named as a WebP', 'a.webp', svg],
  ['an SVG', 'a.svg', svg],
  ['an SVG behind a byte order mark', 'a.png', `\xef\xbb\xbf${svg}`],
  ['a compressed SVG', 'a.svgz', `\x1f\x8b${svg}`],
  ['a PDF named as a PNG', 'a.png', '%PDF-1.7'],
  ['PostScript named as a JPEG', 'a.jpg', '%!PS\n(%pipe%id) (r) file'],
  ['an ImageMagick script', 'a.mvg', 'push graphic-context\nimage over 0,0 0,0 "https://evil.example/"'],
  ['a playlist', 'a.gif', '#EXTM3U\nhttp://127.0.0.1/'],
  ['an XPM', 'a.xpm', '/* XPM */ static char *a[] = {"1 1 1 1"};'],
  ['a PPM', 'a.ppm', 'P6 1 1 255 abc'],
  ['a Radiance image', 'a.hdr', '#?RADIANCE\n'],
])('refuses %s and leaves no file', async (_, name, content) => {
  const before = files();
  expect((await send(text(content), name)).status).toBe(415);
  expect(files()).toEqual(before);
});

test.each([
  '../../evil.jpg',
  '..\\..\\evil.jpg',
  '/etc/cron.d/evil',
  'C:\\windows\\evil.jpg',
  'evil.jpg%00.php',
  'evil.php',
  '.htaccess',
  `${'a'.repeat(5000)}.jpg`,
  'a;b|c`id`.jpg',
  'nul',
])('the name %s has no part in where an image is stored', async (name) => {
  // Colours differ, because the same file is stored once.
  const background = `#${Buffer.from(name).toString('hex').padEnd(6, '7').slice(-6)}`;
  const before = new Set(files());
  const { status } = await send(await plainImage('png', { ...small, background }), name);
  expect([200, 400]).toContain(status);
  for (const file of files().filter((each) => !before.has(each))) {
    expect(file).toMatch(/^uploads(?:\/[\da-f]{32}-40x30-[\da-f]{6}(?:\/40\.webp)?)?$/);
  }
});
