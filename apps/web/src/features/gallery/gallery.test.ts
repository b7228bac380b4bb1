import type { GalleryItem } from '@institute/contract';
import { expect, test } from 'vitest';
import { filterGallery } from './gallery-filter.ts';
import { lightboxSlide } from './lightbox-slide.ts';

const item = (id: number, own: Partial<GalleryItem>): GalleryItem => ({
  id,
  title: `Item ${id}`,
  category: 'events',
  type: 'image',
  date: '2026-11-06',
  imageUrl: '/a.webp',
  imageAlt: null,
  videoUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...own,
});

test('a category shows its own items, all shows those of the category videos too', () => {
  const items = [item(1, {}), item(2, { category: 'training' }), item(3, { category: 'videos' })];
  const shown = (category?: string) => filterGallery(items, { category }).map(({ id }) => id);

  expect(shown('training')).toEqual([2]);
  expect(shown('all')).toEqual([1, 2, 3]);
  expect(shown('videos')).toEqual([1, 2, 3]);
  expect(shown()).toEqual([1, 2, 3]);
});

test('the search narrows by title, together with the category', () => {
  const items = [
    item(1, { title: 'Fashion show' }),
    item(2, { title: 'Show of cakes', category: 'training' }),
  ];

  expect(filterGallery(items, { q: 'SHOW', category: 'training' })).toEqual([items[1]]);
  expect(filterGallery(items, { q: 'robots' })).toEqual([]);
});

test('the lightbox gets every stored size of a picture', () => {
  const slide = lightboxSlide(item(1, { imageUrl: '/images/a-1280x960-aabbcc/640.webp', imageAlt: 'Three' }));

  expect(slide).toMatchObject({ alt: 'Three', title: 'Item 1', description: '6 Nov 2026', width: 1280 });
  expect(slide.srcSet).toEqual([
    { src: '/images/a-1280x960-aabbcc/320.webp', width: 320, height: 240 },
    { src: '/images/a-1280x960-aabbcc/640.webp', width: 640, height: 480 },
    { src: '/images/a-1280x960-aabbcc/1280.webp', width: 1280, height: 960 },
  ]);
});

test('a picture from elsewhere is shown as it is, named by its title', () => {
  const slide = lightboxSlide(item(1, { imageUrl: 'https://pictures.example/a.jpg' }));

  expect(slide).toMatchObject({ src: 'https://pictures.example/a.jpg', alt: 'Item 1' });
  expect(slide.srcSet).toBeUndefined();
});
