import { ROWS } from './many-rows.ts';

/** One question of the office, or of a visitor without the cache. */
export interface Question {
  name: string;
  path: string;
}

const call = (name: string, procedure: string, input?: object): Question => ({
  name,
  path: `/api/trpc/${procedure}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`,
});
const list = (name: string, procedure: string, input: object = {}): Question =>
  call(name, `${procedure}.list`, { limit: 50, offset: 0, ...input });

const sorts = (many: string, procedure: string, names: readonly string[]): Question[] =>
  names.flatMap((sort) => [
    list(`${many}: by ${sort}`, procedure, { sort }),
    list(`${many}: by ${sort} downwards`, procedure, { sort: `-${sort}` }),
  ]);

const activities: Question[] = [
  list('activities: newest', 'activity'),
  list('activities: tenth page', 'activity', { offset: 500 }),
  list('activities: one type', 'activity', { type: 'view' }),
  list('activities: a type that never happened', 'activity', { type: 'purge' }),
  list('activities: one subject', 'activity', { entityType: 'post' }),
  list('activities: a type and a subject', 'activity', { type: 'delete', entityType: 'donation' }),
  list('activities: one account', 'activity', { account: 1 }),
  list('activities: the system', 'activity', { account: 'system' }),
  list('activities: health information', 'activity', { medical: true }),
  list('activities: one day', 'activity', { from: '2025-06-01', to: '2025-06-01' }),
  list('activities: one year', 'activity', { from: '2025-01-01', to: '2025-12-31' }),
  list('activities: one month and a rare type', 'activity', {
    ...{ from: '2025-06-01', to: '2025-06-30', type: 'delete' },
  }),
  ...sorts('activities', 'activity', ['id', 'type', 'userEmail']),
];

const donations: Question[] = [
  list('donations: newest', 'donations'),
  list('donations: last page', 'donations', { offset: ROWS.donations - 50 }),
  list('donations: one state', 'donations', { status: 'pending' }),
  list('donations: one state and currency', 'donations', { status: 'successful', currency: 'EUR' }),
  list('donations: one letter', 'donations', { q: 'a' }),
  list('donations: two letters of nobody', 'donations', { q: 'zq' }),
  list('donations: a frequent name', 'donations', { q: 'nakato' }),
  list('donations: one donor', 'donations', { q: 'zainab.otim40003' }),
  list('donations: a phone', 'donations', { q: '0700007919' }),
  list('donations: a receipt', 'donations', { q: 'RCP-2020-1020000' }),
  call('donations: totals by month', 'donations.totals'),
  ...sorts('donations', 'donations', ['id', 'name', 'amount', 'method', 'status', 'receiptNumber', 'date']),
];

const gallery: Question[] = [
  list('gallery: newest', 'gallery'),
  list('gallery: last page', 'gallery', { offset: ROWS.gallery_items - 50 }),
  list('gallery: one category', 'gallery', { category: 'events' }),
  list('gallery: one letter', 'gallery', { q: 'a' }),
  list('gallery: two letters of nothing', 'gallery', { q: 'zq' }),
  list('gallery: a frequent word', 'gallery', { q: 'graduation' }),
  list('gallery: a frequent word, by title', 'gallery', { q: 'graduation', sort: 'title' }),
  list('gallery: one title', 'gallery', { q: 'no. 40003' }),
  ...sorts('gallery', 'gallery', ['id', 'createdAt', 'updatedAt', 'title', 'date']),
];

const posts: Question[] = [
  list('posts: newest', 'posts'),
  list('posts: last page', 'posts', { offset: ROWS.posts - 50 }),
  list('posts: drafts', 'posts', { status: 'draft' }),
  list('posts: one category', 'posts', { category: 'news' }),
  list('posts: one letter', 'posts', { q: 'a' }),
  list('posts: two letters of nothing', 'posts', { q: 'zq' }),
  list('posts: a word of most posts', 'posts', { q: 'students' }),
  list('posts: one title', 'posts', { q: 'part 4003' }),
  ...sorts('posts', 'posts', ['id', 'createdAt', 'updatedAt', 'publishedAt', 'title', 'category']),
];

const dashboard: Question[] = [
  call('dashboard: figures', 'stats.get'),
  call('dashboard: weeks', 'stats.registrationWeeks'),
  call('dashboard: attention', 'stats.attention'),
  call('finder: two letters', 'finder.find', { q: 'na' }),
  call('finder: a name', 'finder.find', { q: 'nakato' }),
  call('finder: a phone', 'finder.find', { q: '0700007919' }),
  call('finder: nothing', 'finder.find', { q: 'nothing of this name' }),
  list('registrations: newest', 'registrations', { limit: 20 }),
  list('registrations: a name', 'registrations', { limit: 20, q: 'nakato' }),
];

const visitors: Question[] = [
  { name: 'visitors: figures', path: '/api/v1/stats' },
  { name: 'visitors: gallery', path: '/api/v1/gallery/summaries?limit=24' },
  { name: 'visitors: gallery, a category', path: '/api/v1/gallery/summaries?limit=24&category=events' },
  { name: 'visitors: gallery, a search', path: '/api/v1/gallery/summaries?limit=24&q=graduation' },
  { name: 'visitors: news', path: '/api/v1/posts/summaries?limit=12' },
  { name: 'visitors: news, a category', path: '/api/v1/posts/summaries?limit=12&category=news' },
  { name: 'visitors: news, a search', path: '/api/v1/posts/summaries?limit=12&q=solar' },
];

export const questions: readonly Question[] = [
  ...[...dashboard, ...activities, ...donations, ...gallery, ...posts, ...visitors],
];

/** Tables that leave as a file, and the filters. */
export const exported: readonly { procedure: string; filter: object; name: string }[] = [
  { procedure: 'registrations', filter: {}, name: 'CSV: registrations' },
  { procedure: 'registrations', filter: { q: 'nakato' }, name: 'CSV: registrations, a search' },
  { procedure: 'donations', filter: {}, name: 'CSV: donations' },
  { procedure: 'donations', filter: { status: 'pending' }, name: 'CSV: donations, one state' },
  { procedure: 'gallery', filter: {}, name: 'CSV: gallery' },
  { procedure: 'posts', filter: {}, name: 'CSV: posts' },
];
