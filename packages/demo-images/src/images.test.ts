import { readdirSync, readFileSync, statSync } from 'node:fs';
import { imageSource } from '@institute/ui/image-source.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import index from '../../../apps/server/src/demo/images.json' with { type: 'json' };
import { averageColour } from './encode.ts';

const PUBLIC = new URL('../../../apps/web/public', import.meta.url).pathname;
const fileOf = (address: string) => decodeURIComponent(PUBLIC) + address;
const names = Object.keys(index);

/** The most bytes of an image, by width. */
const BUDGETS: Record<number, number> = { 320: 8_000, 640: 16_000, 1280: 34_000 };
/** A phone shows fourteen of these images without scrolling. */
const GALLERY_BYTES = 16 * 4_000;

/** The addresses of a `srcset`. */
const filesOf = (srcSet = '') => (srcSet ? srcSet.split(', ').map((entry) => entry.split(' ')[0] ?? '') : []);

const channels = (colour: string) =>
  [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));

test.each(Object.entries(index))(
  '%s has the widths, size and colour of its address, within the budgets',
  async (_, address) => {
    const { srcSet = '', avif, webp, width = 0, height = 0, colour = '' } = imageSource(address);
    const files = filesOf(srcSet);

    expect(files.length).toBe(width === 640 ? 2 : 3);
    expect(files.at(-1)).toBe(address);
    expect(filesOf(avif ?? webp)).toHaveLength(2);
    for (const file of [...files, ...filesOf(avif ?? webp)]) {
      const shown = await sharp(fileOf(file)).metadata();
      expect(file).toMatch(new RegExp(`/${shown.width}\\.(?:webp|avif)$`));
      expect(shown.width / shown.height).toBeCloseTo(width / height);
      expect(statSync(fileOf(file)).size).toBeLessThan(BUDGETS[shown.width] ?? 0);
    }
    const average = channels(`#${await averageColour(readFileSync(fileOf(address)))}`);
    channels(colour).forEach((channel, i) => {
      expect(Math.abs(channel - (average[i] ?? 0))).toBeLessThan(4);
    });
  },
);

test('has every image of the demo content, and no other', () => {
  const count = (kind: string) => names.filter((name) => name.startsWith(`${kind}/`)).length;
  expect(
    ['program', 'facility', 'news', 'gallery', 'person', 'alumni', 'slide', 'partner', 'testimonial'].map(
      count,
    ),
  ).toEqual([11, 8, 10, 16, 12, 8, 3, 3, 3]);
  expect(readdirSync(fileOf('/images/demo')).length).toBe(names.length);
});

test('the images of the gallery are the smallest', () => {
  const gallery = readdirSync(fileOf('/images/demo')).filter((name) => name.startsWith('gallery-'));
  const bytes = gallery.map((name) => statSync(fileOf(`/images/demo/${name}/320.avif`)).size);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(GALLERY_BYTES);
});

test('all images together stay under 4 MB', () => {
  const files = readdirSync(fileOf('/images'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0);
  expect(bytes).toBeLessThan(4_000_000);
});

test.each([
  { file: '/images/video-thumbnail-default.jpg', format: 'jpeg', width: 1280, height: 720, bytes: 40_000 },
  { file: '/images/share.jpg', format: 'jpeg', width: 1200, height: 630, bytes: 100_000 },
  { file: '/icons/icon-192.png', format: 'png', width: 192, height: 192, bytes: 10_000 },
  { file: '/icons/icon-512.png', format: 'png', width: 512, height: 512, bytes: 20_000 },
  { file: '/icons/maskable-512.png', format: 'png', width: 512, height: 512, bytes: 20_000 },
  { file: '/icons/apple-touch-icon.png', format: 'png', width: 180, height: 180, bytes: 10_000 },
])('$file is a $format of $width × $height', async ({ file, bytes, ...expected }) => {
  expect(await sharp(fileOf(file)).metadata()).toMatchObject(expected);
  expect(statSync(fileOf(file)).size).toBeLessThan(bytes);
});
