import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { galleryForm, gallerySchema } from './gallery.screen.tsx';

const galleryValues = galleryForm.valuesOf;

const faultsOf = (values: object) =>
  gallerySchema
    .safeParse({ ...galleryValues(null), title: 'Graduation', ...values })
    .error?.issues.map(({ path }) => path[0]);

test('a new item is an image of today', () => {
  expect(galleryValues(null)).toMatchObject({ type: 'image', date: toLocalDay(new Date()) });
});

test('an image needs its address, a video its link', () => {
  expect(faultsOf({})).toEqual(['imageUrl']);
  expect(faultsOf({ imageUrl: '/images/a.webp' })).toBeUndefined();
  expect(faultsOf({ type: 'video' })).toEqual(['videoUrl']);
  expect(faultsOf({ type: 'video', videoUrl: 'https://youtu.be/abcdefghijk' })).toBeUndefined();
});

test('title and date are required', () => {
  expect(faultsOf({ title: ' ', imageUrl: '/a.webp' })).toEqual(['title']);
  expect(faultsOf({ date: '', imageUrl: '/a.webp' })).toContain('date');
});

test('values under the video tab do not affect an image', () => {
  const values = { ...galleryValues(null), title: 'A', imageUrl: '/a.webp', videoUrl: 'no address' };

  expect(gallerySchema.parse(values)).toMatchObject({ type: 'image', videoUrl: null });
});
