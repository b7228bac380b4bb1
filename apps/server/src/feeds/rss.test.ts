import { expect, test } from 'vitest';
import { writeRss } from './rss.ts';

test('plain text keeps its signs, and an item without a category has none', () => {
  const item = { title: 'Trip', text: 'Ages 3 < 5 & <tools>', publishedAt: new Date(0), path: '/trips/1' };
  const channel = { title: 'Trips', description: 'All', path: '/trips.rss', page: '/trips' };
  const feed = writeRss(channel, [item], 'https://institute.example');
  // Twice escaped: once as HTML, once as XML
  expect(feed).toContain('<description>Ages 3 &amp;lt; 5 &amp;amp; &amp;lt;tools&amp;gt;</description>');
  expect(feed).not.toContain('<category>');
});
