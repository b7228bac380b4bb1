import type { Post } from '@institute/contract';
import { expect, test } from 'vitest';
import { filterPosts, relatedTo } from './news-filter.ts';

const post = (id: number, own: Partial<Post>): Post => ({
  id,
  title: `Article ${id}`,
  content: '<p>Words</p>',
  category: 'news',
  imageUrl: null,
  imageAlt: null,
  videoUrl: null,
  status: 'published',
  publishAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...own,
});
const ids = (posts: Post[]) => posts.map(({ id }) => id);

const all = [
  post(1, { title: 'Couture' }),
  post(2, { category: 'events', content: '<p>In the ca<b>fé</b></p>' }),
  post(3, { category: 'community' }),
];

test('all of them are shown when nothing is chosen, or a category that the filter does not offer', () => {
  expect(ids(filterPosts(all, {}))).toEqual([1, 2, 3]);
  expect(ids(filterPosts(all, { category: 'all' }))).toEqual([1, 2, 3]);
  expect(ids(filterPosts(all, { category: 'news' }))).toEqual([1, 2, 3]);
});

test('category and search narrow together, by title and by text', () => {
  expect(ids(filterPosts(all, { q: 'COUTURE' }))).toEqual([1]);
  expect(ids(filterPosts(all, { category: 'events', q: 'cafe' }))).toEqual([2]);
  expect(ids(filterPosts(all, { category: 'community', q: 'cafe' }))).toEqual([]);
});

test('the markup of an article is not searched', () => {
  expect(filterPosts([post(1, { content: '<p>Words</p>' })], { q: '<p>' })).toEqual([]);
});

test('related articles are up to three others of the category, the newest first', () => {
  const posts = [
    post(1, {}),
    post(2, { createdAt: '2026-03-01T00:00:00.000Z' }),
    post(3, { createdAt: '2026-02-01T00:00:00.000Z' }),
    post(4, { createdAt: '2026-02-01T00:00:00.000Z' }),
    post(5, { createdAt: '2025-02-01T00:00:00.000Z' }),
    post(6, { category: 'events', createdAt: '2026-09-01T00:00:00.000Z' }),
  ];

  expect(ids(relatedTo(post(1, {}), posts))).toEqual([2, 4, 3]);
  expect(relatedTo(post(6, { category: 'events' }), posts)).toEqual([]);
});
