import { expect, test } from 'vitest';
import { chooseNarrowImage, readImageSource } from './image-source.ts';

test('reads widths, size and colour from the address of an upload', () => {
  const folder = '/uploads/ab12-1280x960-7f7e3f';
  expect(readImageSource(`${folder}/1280.webp`)).toEqual({
    src: `${folder}/1280.webp`,
    srcSet: `${folder}/320.webp 320w, ${folder}/640.webp 640w, ${folder}/1280.webp 1280w`,
    width: 1280,
    height: 960,
    colour: '#7f7e3f',
  });
});

test.each([
  { size: '200x100', largest: 200, widths: [200] },
  { size: '1000x700', largest: 1000, widths: [320, 640, 1000] },
  { size: '1920x1080', largest: 1920, widths: [320, 640, 1280, 1920] },
  { size: '4000x3000', largest: 1920, widths: [320, 640, 1280, 1920] },
])('offers $widths of an image of $size, at any host and as AVIF', ({ size, largest, widths }) => {
  const folder = `https://school.example/uploads/ab12-${size}-00ff7a/`;

  const { srcSet } = readImageSource(`${folder}${largest}.avif`);

  expect(srcSet).toBe(widths.map((width) => `${folder}${width}.avif ${width}w`).join(', '));
});

test.each([
  'https://img.example/image.jpg',
  '/images/video-thumbnail-default.jpg',
  '/uploads/ab12-0x0-00ff7a/0.webp',
  '/uploads/ab12-640x480-00ff7a/640.webp?size=1',
  '',
])('does not change %j', (url) => {
  expect(readImageSource(url)).toEqual({ src: url });
});

test.each([
  ['/uploads/ab12-1920x1080-00ff7a/1920.webp', '/uploads/ab12-1920x1080-00ff7a/640.webp'],
  ['/uploads/ab12-200x100-00ff7a/200.webp', '/uploads/ab12-200x100-00ff7a/200.webp'],
  ['https://img.example/image.jpg', 'https://img.example/image.jpg'],
])('of %s, the width of at most 640 is %s', (url, narrowed) => {
  expect(chooseNarrowImage(url, 640)).toBe(narrowed);
});

test('a link to a demo image that is AVIF opens its WebP, which older browsers show too', () => {
  const folder = '/images/demo/gallery-camera-1280x960-7f7e3f';
  expect(chooseNarrowImage(`${folder}/1280.avif`, 1920)).toBe(`${folder}/640.webp`);
  expect(chooseNarrowImage(`${folder}/1280.webp`, 1920)).toBe(`${folder}/1280.webp`);
});
