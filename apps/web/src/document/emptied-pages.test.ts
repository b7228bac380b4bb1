import type { ShownSite } from '@institute/contract';
import { place } from '@institute/contract/place';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listAnswer, listLinks, makeDataAnswer, readMeta, readPage } from '../testing/server-page.ts';
import { emptiedSite } from '../testing/site.ts';

type Answers = Parameters<typeof readPage>[1];

const allEmpty = [
  '/',
  '/about',
  '/coaches',
  '/facilities',
  '/news',
  '/gallery',
  '/faq',
  '/videos',
  '/alumni',
];
const online = (state: string) => makeDataAnswer({ state });

const readEmptied = (path: string, own: Partial<ShownSite> = {}, answers: Answers = {}) =>
  readPage(path, {
    '/site': makeDataAnswer({ ...emptiedSite, ...own }),
    '/donations/online': online('off'),
    ...answers,
  });

const headingsOf = ({ getByRole }: Awaited<ReturnType<typeof readPage>>) =>
  within(getByRole('main'))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

test.each([
  ['/', ['Welcome', 'Get in Touch'], false],
  ['/about', ['About'], true],
  ['/programs', ['Programs'], true],
  ['/coaches', ['Trainers'], true],
  ['/facilities', ['Facilities'], true],
  ['/news', ['News'], true],
  ['/gallery', ['Gallery'], true],
  ['/videos', ['Videos'], false],
  ['/alumni', ['Alumni Network'], true],
  ['/contact', ['Contact', 'Send us a message'], false],
  ['/faq', ['FAQ', 'Your question is not here?'], true],
  ['/donations', ['Support Our Mission'], true],
])(
  '%s without content has only the headings %j, and says so without a filter: %s',
  async (path, headings, isSaid) => {
    const emptyPages = [...allEmpty.filter((page) => page !== '/'), '/donations'];
    const page = await readEmptied(path, { emptyPages });
    expect(headingsOf(page)).toEqual(headings);
    const main = within(page.getByRole('main'));
    if (!isSaid) return;
    expect(main.getByRole('status').textContent).toBe('Nothing here yet.');
    expect(main.queryByRole('textbox') ?? main.queryByRole('combobox')).toBeNull();
  },
);

test.each(['/programs', '/coaches', '/facilities', '/news', '/gallery', '/videos', '/alumni'])(
  '%s without content says whom to ask',
  async (path) => {
    const reachable = { ...emptiedSite.institute, phones: ['0700 000 001'], chatPhone: '0700 000 009' };
    const page = await readEmptied(path, { institute: reachable, emptyPages: allEmpty.slice(1) });
    const links = listLinks(page.getByRole('main')).map(([name, href]) => [name, href?.split('?')[0]]);
    expect(links).toContainEqual(['Call us: 0700 000 001', 'tel:0700000001']);
    expect(links).toContainEqual(['WhatsApp', `https://wa.me/${place.callingCode}700000009`]);
  },
);

test('a list in which a filter finds nothing keeps its words and its filter', async () => {
  const { getByText, getByRole } = await readEmptied('/news?category=events');
  expect(getByText('No news articles found matching your criteria.')).toBeTruthy();
  expect(getByRole('combobox', { name: 'Category' })).toBeTruthy();
});

test('the programs have a link to their list only when something stands before it', async () => {
  const findLink = ({ queryByRole }: Awaited<ReturnType<typeof readPage>>) =>
    queryByRole('link', { name: 'See all programs' });
  expect(findLink(await readEmptied('/programs'))).toBeNull();
  expect(findLink(await readPage('/programs'))).toBeTruthy();
});

test('the foot has no contact without a way to reach anybody, and no chat without a phone', async () => {
  const { getByRole, getAllByRole, queryByRole } = await readEmptied('/news', { emptyPages: allEmpty });
  const foot = within(getByRole('contentinfo'));
  expect(foot.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Quick Links',
    'Newsletter',
  ]);
  expect(foot.getByText(/^© \d{4}\. All rights reserved\.$/)).toBeTruthy();
  expect(queryByRole('link', { name: 'Chat with us' })).toBeNull();
  expect(getAllByRole('link', { name: 'Home' })).toHaveLength(2);
});

test('fees and the check of certificates are the first links of the foot', async () => {
  const { getByRole } = await readPage('/news');
  expect(listLinks(getByRole('contentinfo')).slice(0, 2)).toEqual([
    ['Fees', '/fees'],
    ['Check a Certificate', '/certificates'],
  ]);
});

test('a home page with three programs and a name has them, and counts nothing', async () => {
  const programs = [1, 2, 3].map((id) => ({
    id,
    name: `Program ${id}`,
    category: 'training',
    excerpt: 'Looms.',
    duration: '12 weeks',
    price: 1,
    imageUrl: '',
    imageAlt: null,
    nextIntake: null,
  }));
  const page = await readEmptied(
    '/',
    { institute: { ...emptiedSite.institute, name: 'Kyambogo Crafts' }, emptyPages: ['/about'] },
    { '/programs/summaries?limit=12': listAnswer(programs) },
  );
  expect(headingsOf(page)).toEqual([
    'Kyambogo Crafts',
    'Our Programs',
    'Program 1',
    'Program 2',
    'Program 3',
    'Get in Touch',
  ]);
  expect(page.queryByRole('region', { name: 'In numbers' })).toBeNull();
});

test('contact shows the phones and emails of an institute without departments', async () => {
  const phones = ['+256 700 000 001'];
  const page = await readEmptied('/contact', { institute: { ...emptiedSite.institute, phones } });
  expect(headingsOf(page)).toEqual(['Contact', 'Call us', 'Send us a message']);
  expect(within(page.getByRole('main')).getByRole('link', { name: '+256 700 000 001' })).toBeTruthy();
});

test('the privacy page of an institute without phones and emails leads to the message form', async () => {
  const page = { title: 'Privacy', intro: 'In plain words.', sections: [] };
  const retention = { medicalMonths: 0, personMonths: 0, rejectedMonths: 0, messageMonths: 0 };
  const legal = makeDataAnswer({ privacy: page, terms: page, retention, version: '0123456789ab' });
  const { getByRole } = await readEmptied('/privacy', {}, { '/site/legal': legal });
  expect(listLinks(getByRole('main'))).toEqual([
    ['Send us a message', '/contact'],
    ['Terms', '/terms'],
  ]);
});

const item = { id: 3, imageUrl: '', imageAlt: null, createdAt: '2026-01-02T03:04:05Z' };
const program = {
  name: 'Weaving',
  category: 'training',
  duration: '',
  schedule: '',
  price: 1,
  maxParticipants: null,
};
test.each([
  ['/programs/3', 'Similar Programs', { ...program, description: 'Looms.', instalments: [], asks: [] }],
  ['/news/3', 'Related Articles', { title: 'Weaving', category: 'events', content: '<p>Looms.</p>' }],
])('%s says that nothing is like it', async (path, name, own) => {
  const answers = { [path.replace('news', 'posts')]: makeDataAnswer({ ...item, ...own }) };
  const { getByRole } = await readEmptied(path, {}, answers);
  expect(getByRole('region', { name }).textContent).toBe(
    `${name}There is no other one of this category yet.`,
  );
});

test('a way to give is shown when somebody wrote of it, and the form when it works', async () => {
  const donations = { ...emptiedSite.donations, bankText: 'Ask us for our account.' };
  expect(headingsOf(await readEmptied('/donations', { donations }))).toEqual([
    'Support Our Mission',
    'Bank Transfer',
  ]);
  expect(
    headingsOf(await readEmptied('/donations', {}, { '/donations/online': online('live') })).slice(0, 2),
  ).toEqual(['Support Our Mission', 'Mobile Money/Card']);
});

test.each([
  [emptiedSite.institute, []],
  [
    { ...emptiedSite.institute, name: 'Kyambogo Crafts', phones: ['+256 700 000 001'] },
    ['Kyambogo Crafts', '+256 700 000 001'],
  ],
])('before the first publication the home page stands alone and is in no index', async (institute, words) => {
  const page = await readEmptied('/', { institute, emptyPages: allEmpty });
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('We are setting up');
  for (const each of words) expect(page.getByText(each)).toBeTruthy();
  expect(page.queryByRole('navigation') ?? page.queryByRole('contentinfo')).toBeNull();
  expect(readMeta(page.document, 'robots')).toBe('noindex');
  expect(page.document.title).toBe(['We are setting up', institute.name].filter(Boolean).join(' – '));
  expect((await readEmptied('/contact', { emptyPages: allEmpty })).getByRole('contentinfo')).toBeTruthy();
});
