import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ResponsiveImage } from './responsive-image.tsx';
import { renderWithoutScript as render } from './testing/render-without-script.ts';

const stored = '/images/demo/program-music-1280x960-7f7e3f/1280.webp';
const image = (name: string) => screen.getByRole<HTMLImageElement>('img', { name });
const size = (one: HTMLElement) => [one.getAttribute('width'), one.getAttribute('height')];

test('keeps the box, the colour and all widths of a stored image', () => {
  render(<ResponsiveImage src={stored} alt="Guitar" sizes="50vw" />);

  const guitar = image('Guitar');
  expect(size(guitar)).toEqual(['1280', '960']);
  expect(guitar.getAttribute('loading')).toBe('lazy');
  expect(guitar.getAttribute('decoding')).toBe('async');
  expect(guitar.parentElement?.getAttribute('style')).toBe(
    'aspect-ratio:1.3333;object-fit:cover;background-color:#7f7e3f',
  );
  expect(guitar.srcset).toContain('program-music-1280x960-7f7e3f/320.webp 320w, ');
  expect(guitar.sizes).toBe('50vw');
});

test('offers phones a demo image as AVIF, with the same sizes', () => {
  render(<ResponsiveImage src={stored} alt="Guitar" sizes="50vw" />);

  const source = image('Guitar').parentElement?.querySelector('source');
  expect(source?.getAttribute('type')).toBe('image/avif');
  expect(source?.getAttribute('media')).toBe('(max-width: 640px)');
  expect(source?.srcset).toMatch(/7f7e3f\/320\.avif 320w, \S+\/640\.avif 640w$/);
  expect(source?.sizes).toBe('50vw');
});

test('offers a demo image that is AVIF to every browser that knows it, and WebP to the others', () => {
  render(<ResponsiveImage src={stored.replace('.webp', '.avif')} alt="Guitar" sizes="50vw" />);

  const source = image('Guitar').parentElement?.querySelector('source');
  expect(source?.getAttribute('type')).toBe('image/avif');
  expect(source?.hasAttribute('media')).toBe(false);
  expect(source?.srcset).toContain('/1280.avif 1280w');
  expect(image('Guitar').srcset).toMatch(/\/320\.webp 320w, \S+\/640\.webp 640w$/);
});

test('loads an image of the first view at once', () => {
  render(<ResponsiveImage src={stored} alt="Guitar" sizes="50vw" priority />);

  expect(image('Guitar').getAttribute('loading')).toBe('eager');
  expect(image('Guitar').getAttribute('fetchpriority')).toBe('high');
});

test.each([
  [undefined, ['1280', '960'], 1.3333],
  [2, ['1280', '640'], 2],
])('gives an image of unknown size a box of the given ratio, %s, or 4 by 3', (ratio, box, expected) => {
  render(<ResponsiveImage src="https://img.example/a.jpg" alt="Guitar" sizes="50vw" ratio={ratio} />);

  expect(size(image('Guitar'))).toEqual(box);
  expect(image('Guitar').parentElement?.getAttribute('style')).toContain(`aspect-ratio:${expected};`);
  expect(image('Guitar').hasAttribute('sizes')).toBe(false);
});

test('shows a pattern with the name of the image when there is no URL', () => {
  render(<ResponsiveImage src={null} alt="Main building" sizes="50vw" />);

  const cloth = screen.getByRole('img', { name: 'Main building' });
  expect(cloth.tagName).toBe('svg');
  expect(cloth.getAttribute('style')).toContain('aspect-ratio:1.3333');
});
