import type { GallerySummary } from '@institute/contract';
import { expect, test } from 'vitest';
import { makeLightboxSlide } from './gallery-viewer.tsx';

const item = (id: number, own: Partial<GallerySummary>): GallerySummary => ({
  id,
  title: `Item ${id}`,
  category: 'events',
  type: 'image',
  date: '2026-11-06',
  imageUrl: '/a.webp',
  imageAlt: null,
  videoUrl: null,
  ...own,
});

test('the lightbox gets every stored size of an image', () => {
  const slide = makeLightboxSlide(
    item(1, { imageUrl: '/images/a-1280x960-aabbcc/640.webp', imageAlt: 'Three' }),
  );

  expect(slide).toMatchObject({ alt: 'Three', title: 'Item 1', description: '6 Nov 2026', width: 1280 });
  expect(slide.srcSet).toEqual([
    { src: '/images/a-1280x960-aabbcc/320.webp', width: 320, height: 240 },
    { src: '/images/a-1280x960-aabbcc/640.webp', width: 640, height: 480 },
    { src: '/images/a-1280x960-aabbcc/1280.webp', width: 1280, height: 960 },
  ]);
});

test('shows an external image unchanged, named by its title', () => {
  const slide = makeLightboxSlide(item(1, { imageUrl: 'https://images.example/a.jpg' }));

  expect(slide).toMatchObject({ src: 'https://images.example/a.jpg', alt: 'Item 1' });
  expect(slide.srcSet).toBeUndefined();
});
