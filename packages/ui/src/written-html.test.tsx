import { expect, test } from 'vitest';
import { addImageSizes } from './written-html.ts';

const folder = 'https://school.example/uploads/ab12-1600x1200-7f7e3f';
const stored = `${folder}/1600.webp`;

function readImage(html: string) {
  const page = new DOMParser().parseFromString(addImageSizes(html), 'text/html');
  return Object.fromEntries([...(page.querySelector('img')?.attributes ?? [])].map((a) => [a.name, a.value]));
}

test('a stored image in a text has all its widths, and the place that it takes', () => {
  expect(readImage(`<p>A</p><img src="${stored}" alt="Hats &amp; coats" loading="lazy" />`)).toEqual({
    src: stored,
    srcset: [320, 640, 1280, 1600].map((width) => `${folder}/${width}.webp ${width}w`).join(', '),
    sizes: '(min-width: 768px) 740px, 82vw',
    width: '1600',
    height: '1200',
    alt: 'Hats & coats',
    loading: 'lazy',
    decoding: 'async',
  });
});

test('an image that was made smaller in the text stays so, in its own ratio', () => {
  const written = readImage(`<img width="300" height="999" src="${stored}" alt="" loading="lazy" />`);
  expect(written).toMatchObject({ width: '300', height: '225', sizes: '(min-width: 768px) 300px, 82vw' });
});

test('other images and words stay as they are', () => {
  const html =
    '<p>&lt;img src="/a-1x1-000000/1.webp"&gt;</p><img src="https://img.example/a.jpg" alt="" loading="lazy" />';
  expect(addImageSizes(html)).toBe(html);
});
