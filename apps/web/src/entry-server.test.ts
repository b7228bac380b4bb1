import { kampalaYear } from '@institute/contract/time';
import { within } from '@testing-library/dom';
import { Window } from 'happy-dom';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createRenderer } from './entry-server.tsx';
import { site } from './testing/site.ts';

const origin = 'https://institute.example';
const nonce = 'f00d';
const { render } = createRenderer();
const failure = (status: number, code: string) => ({
  status,
  body: { error: { code, message: 'Program not found', details: [], requestId: 'r' } },
});
const answers: Record<string, () => { status: number; body: unknown }> = {
  '/site': () => ({ status: 200, body: { data: site } }),
  '/programs/999': () => failure(404, 'NOT_FOUND'),
  '/programs/abc': () => failure(400, 'VALIDATION_ERROR'),
};
const emptyList = { status: 200, body: { data: [], meta: { total: 0, limit: 1000, offset: 0 } } };

/** The page as a browser without JavaScript shows it. */
async function page(path: string, own: typeof answers = {}) {
  const known = { ...answers, ...own };
  const response = await render(new Request(origin + path), {
    origin,
    nonce,
    send: async ({ path: asked }) => known[asked]?.() ?? emptyList,
  });
  const html = await response.text();
  const window = new Window({ url: origin + path, settings: { disableJavaScriptEvaluation: true } });
  onTestFinished(() => window.happyDOM.close());
  const document = new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document;
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    document,
    ...within(document.body),
  };
}

/** Name and address of each link, in their order. */
const links = (part: HTMLElement) =>
  Array.from(part.querySelectorAll('a[href]'), (link) => [
    link.textContent?.trim(),
    link.getAttribute('href'),
  ]);
const meta = (document: Document, name: string) =>
  document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

afterEach(() => vi.restoreAllMocks());

test('a page is English, complete, and starts with a skip link', async () => {
  const { status, html, document, getByRole, getAllByRole } = await page('/');

  expect(status).toBe(200);
  expect(html).toMatch(/^<!DOCTYPE html>/);
  expect(document.documentElement.lang).toBe('en');
  expect(getAllByRole('link')[0]?.textContent).toBe('Skip to content');
  const landmarks = [getByRole('banner'), getByRole('main'), getByRole('contentinfo')];
  expect(landmarks).toEqual(Array.from(document.querySelectorAll('header, main, footer')));
  expect(getByRole('main').id).toBe('main');
});

test.each([
  [
    '/',
    ['Slide a', 'Partner a', 'A sentence about contact'],
    ['A town of makers.', 'Please do.', 'We will call.', 'A sentence about news', 'paypalUrl'],
  ],
  ['/faq', ['Please do.'], ['Slide a', 'Partner a', 'PayPal.', 'A sentence about news', 'mapUrl']],
  ['/news', ['A sentence about news'], ['Please do.', 'A sentence about contact', 'mapUrl']],
  ['/registration', ['Monday to Friday'], ['Slide a', 'Please do.', 'PayPal.', 'A sentence about faq']],
])('%s carries the texts that it shows, and no others', async (path, own, others) => {
  const { status, html } = await page(path);

  expect(status).toBe(200);
  for (const text of own) expect(html).toContain(text);
  for (const text of others) expect(html).not.toContain(text);
});

test('the data of a page is whole although its objects have no numbers', async () => {
  const { html } = await page('/');
  const [, data = ''] = /\$_TSR\.router=(.*)\(\$R\["tsr"\]\);\$_TSR\.e\(\)/.exec(html) ?? [];
  // of the many objects, those that are named twice keep theirs
  const numbers = Array.from(data.matchAll(/\$R\[(\d+)\]/g), ([, number]) => number);
  expect(new Set(numbers).size).toBeLessThan(5);

  const { matches, dehydratedData } = new Function(`return ${data}([])`)();
  expect(matches[0].l.institute.name).toBe(site.institute.name);
  expect(dehydratedData.results[0]).toEqual([['site'], matches[0].l]);
});

test('the top navigation has the logo, the pages in order, and the admin button', async () => {
  const main = (await page('/')).getByRole('navigation', { name: 'Main' });

  expect(links(main)).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['Programs', '/programs'],
    ['Registration', '/registration'],
    ['Trainers', '/coaches'],
    ['Facilities', '/facilities'],
    ['News', '/news'],
    ['Gallery', '/gallery'],
    ['Contact', '/contact'],
    ['FAQ', '/faq'],
    ['Videos', '/videos'],
    ['Admin', '/admin/login'],
  ]);
  expect(within(main).getByRole('link', { name: 'Home' }).querySelector('svg')).toBeTruthy();
  expect(
    within(main).getByRole('link', { name: 'Admin' }).querySelector('.lucide-lock-keyhole'),
  ).toBeTruthy();
});

test.each([
  ['/', ['Home']],
  ['/programs', ['Programs']],
  ['/programs/999', ['Programs']],
  ['/registration', ['Registration']],
  ['/registration-success', []],
])('on %s the highlighted links are %j', async (path, expected) => {
  const main = (await page(path)).getByRole('navigation', { name: 'Main' });
  const current = within(main).queryAllByRole('link', { current: 'page' });
  expect(current.map(({ textContent }) => textContent)).toEqual(expected);
});

test.each([
  ['/', '/'],
  ['/programs', '/programs'],
  ['/programs/999', '/programs/:id'],
  ['/admin/posts', '/admin/:resource'],
  ['/no/such/page', 'none'],
])('the route pattern of %s is %s', async (path, expected) => {
  const onMatch = vi.fn();
  const send = async ({ path: asked }: { path: string }) => answers[asked]?.() ?? emptyList;
  await render(new Request(origin + path), { origin, nonce, send, onMatch });
  expect(onMatch.mock.calls).toEqual([[expected]]);
});

test('the menu of a small screen can be reached without JavaScript, its links in order', async () => {
  const menu = (await page('/')).getByRole('navigation', { name: 'Mobile', hidden: true });

  expect(menu.closest('details')?.querySelector('summary')?.textContent).toContain('Open menu');
  expect(links(menu)).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['Programs', '/programs'],
    ['Trainers', '/coaches'],
    ['Facilities', '/facilities'],
    ['Registration', '/registration'],
    ['News', '/news'],
    ['Gallery', '/gallery'],
    ['Videos', '/videos'],
    ['Alumni', '/alumni'],
    ['Contact', '/contact'],
    ['FAQ', '/faq'],
    ['Admin Login', '/admin/login'],
    ['Register Now', '/register'],
  ]);
});

test('the footer has blurb, socials, quick links, contact, newsletter and this year', async () => {
  const footer = (await page('/')).getByRole('contentinfo');
  const inFooter = within(footer);
  const all = links(footer);

  const quickLinks = links(inFooter.getByRole('navigation', { name: 'Footer' }));
  expect(quickLinks.map(([text]) => text)).toEqual([
    'Programs',
    'Registration',
    'Facilities',
    'Trainers',
    'About Us',
    'Alumni',
    'Donations',
  ]);
  for (const { network, url } of site.socials) expect(all).toContainEqual([network, url]);
  expect(all.filter(([, href]) => href?.startsWith('tel:'))).toEqual([
    ['+256 700 000 001', 'tel:+256700000001'],
    ['+256 700 000 002', 'tel:+256700000002'],
    ['+256 700 000 003', 'tel:+256700000003'],
  ]);
  expect(all).toContainEqual(['office@institute.example', 'mailto:office@institute.example']);
  expect(footer.textContent).toContain(site.institute.blurb);
  expect(footer.textContent).toContain(`© ${kampalaYear(new Date())} Test Institute`);
  const email = inFooter.getByRole<HTMLInputElement>('textbox', { name: 'Email address' });
  expect([email.type, email.required]).toEqual(['email', true]);
  expect(inFooter.getByRole('button', { name: 'Subscribe' }).getAttribute('type')).toBe('submit');
});

test.each(['/', '/nowhere'])(
  'on %s the chat button opens a chat with the greeting of the settings',
  async (path) => {
    const chat = (await page(path)).getByRole('link', { name: 'Chat with us' });
    expect(chat.getAttribute('href')).toBe(
      'https://wa.me/256700000009?text=Hello%2C%20I%20have%20a%20question',
    );
  },
);

test('every page but the home page has a Back button', async () => {
  expect((await page('/')).queryByRole('button', { name: 'Back' })).toBeNull();
  expect((await page('/programs')).getByRole('button', { name: 'Back' })).toBeTruthy();
});

test('an unknown address is 404, in the layout of the site', async () => {
  const { status, document, getByRole } = await page('/nowhere/at/all');

  expect(status).toBe(404);
  expect(getByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  expect(document.title).toBe('Page not found');
  expect(meta(document, 'robots')).toBe('noindex');
  expect(getByRole('banner')).toBeTruthy();
  expect(getByRole('contentinfo')).toBeTruthy();
});

test.each(['/programs/999', '/programs/abc'])('an unknown program, %s, is a 404 page', async (path) => {
  const { status, getByRole } = await page(path);

  expect(status).toBe(404);
  expect(getByRole('heading', { level: 1, name: 'Program not found' })).toBeTruthy();
  expect(getByRole('banner')).toBeTruthy();
  expect(getByRole('contentinfo')).toBeTruthy();
});

test('the menu’s registration link redirects with its query', async () => {
  expect((await page('/register?program=3')).location).toBe('/registration?program=3');
});

test('a page has metadata for search engines and previews', async () => {
  const { document } = await page('/programs');

  expect(document.title).toBe('Programs – Test Institute');
  const canonical = document.head.querySelector('link[rel=canonical]')?.getAttribute('href');
  expect(canonical).toBe('https://institute.example/programs');
  expect(meta(document, 'og:title')).toBe('Programs – Test Institute');
  expect(meta(document, 'og:image')).toBe('https://institute.example/images/share.jpg');
  expect(meta(document, 'og:image:width')).toBe('1200');
  expect(meta(document, 'og:image:height')).toBe('630');
  expect(meta(document, 'og:image:alt')).toBe('Programs – Test Institute');
  expect(meta(document, 'og:locale')).toBe('en_GB');
  expect(meta(document, 'og:type')).toBe('website');
  expect(meta(document, 'description')).toMatch(/^A sentence about programs/);
});

test.each(['/', '/programs', '/admin', '/nowhere'])('every script of %s has the nonce', async (path) => {
  const { document } = await page(path);
  const scripts = Array.from(document.querySelectorAll('script:not([src])'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.getAttribute('nonce') !== nonce)).toEqual([]);
});

test('the dashboard is not rendered on the server and has no public layout', async () => {
  const { status, queryByRole, queryByText, getAllByTestId } = await page('/admin');

  expect(status).toBe(200);
  expect(queryByRole('contentinfo')).toBeNull();
  expect(queryByText('Chat with us')).toBeNull();
  expect(getAllByTestId('skeleton')).not.toHaveLength(0);
});

test('a page that cannot be rendered is 500 and offers a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, getByRole } = await page('/programs/1', {
    '/programs/1': () => failure(503, 'UNAVAILABLE'),
  });

  expect(status).toBe(500);
  expect(getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeTruthy();
  expect(getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('an error page is shown when the site’s texts cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, document, getByText } = await page('/', { '/site': () => failure(503, 'UNAVAILABLE') });

  expect(status).toBe(500);
  expect(document.documentElement.lang).toBe('en');
  expect(getByText(/Something went wrong/)).toBeTruthy();
});

const online = (state: 'open' | 'test' | 'off') => ({
  '/donations/online': () => ({ status: 200, body: { data: { state } } }),
});

test('where online giving is not set up, its card says so and offers the other ways', async () => {
  const withPaypal = { ...site, institute: { ...site.institute, paypalUrl: 'https://paypal.example/us' } };
  const { getByRole, queryByText } = await page('/donations', {
    ...online('off'),
    '/site': () => ({ status: 200, body: { data: withPaypal } }),
  });

  const card = within(getByRole('region', { name: 'Mobile Money/Card' }));
  expect(card.getByText('Online giving is not set up yet.')).toBeTruthy();
  expect(links(getByRole('region', { name: 'Mobile Money/Card' }))).toEqual([
    ['bank transfer', '#bank-transfer'],
    ['PayPal', '#paypal'],
  ]);
  expect(card.queryByRole('button')).toBeNull();
  expect(getByRole('region', { name: 'Bank Transfer' }).id).toBe('bank-transfer');
  expect(getByRole('region', { name: 'PayPal' }).id).toBe('paypal');
  expect(queryByText(/Test mode/)).toBeNull();
});

test.each([
  ['test', 1],
  ['open', 0],
] as const)('the donation form of the state %s has %i notices of the test mode', async (state, notices) => {
  const { queryAllByText, getByRole, queryByText } = await page('/donations', online(state));

  expect(queryAllByText('Test mode: no money moves.')).toHaveLength(notices);
  expect(getByRole('button', { name: 'Donate' }).closest('form')?.method).toBe('post');
  expect(queryByText(/not set up/)).toBeNull();
});

test.each([true, false])('the page of a donation says whether it is a test: %s', async (isTest) => {
  const donation = { txRef: '1-a', status: 'successful', amount: 5, currency: 'USD', name: 'Ann', isTest };
  const { getByRole, queryAllByText } = await page('/donations/1-a', {
    '/donations/1-a/verify': () => ({ status: 200, body: { data: donation } }),
  });

  expect(getByRole('heading', { level: 1 }).textContent).toBe('Donation received');
  expect(queryAllByText('Test mode: no money moves.')).toHaveLength(isTest ? 1 : 0);
});

test('the page of a paid donation has its receipt', async () => {
  const donation = {
    ...{ txRef: '1-a', status: 'successful', amount: 5, currency: 'USD', name: 'Ann', isTest: false },
    ...{ needsReview: false, receiptNumber: 'RCP-2026-000007', paidAt: '2026-11-20T08:00:00.000Z' },
  };
  const { getByRole, getByText } = await page('/donations/1-a', {
    '/donations/1-a/verify': () => ({ status: 200, body: { data: donation } }),
  });

  const facts = getByText('Receipt').closest('dl')?.textContent;
  expect(facts).toBe('ReceiptRCP-2026-000007Received fromAnnDate20 Nov 2026');
  const receipt = getByRole('link', { name: 'Download receipt (PDF)' });
  expect(receipt.getAttribute('href')).toBe('/donations/1-a/receipt.pdf');
});

test('the page of a donation says at once that another payment came, with the reference', async () => {
  const donation = {
    ...{ txRef: '1-a', status: 'pending', amount: 5, currency: 'USD', name: 'Ann', isTest: false },
    ...{ needsReview: true, receiptNumber: null, paidAt: null },
  };
  const { getByRole, getByText } = await page('/donations/1-a', {
    '/donations/1-a/verify': () => ({ status: 200, body: { data: donation } }),
  });

  expect(getByRole('heading', { level: 1 }).textContent).toBe('We could not confirm this payment');
  expect(getByText(/^Reference:/).textContent).toBe('Reference: 1-a');
  expect(getByRole('link', { name: 'Contact Us' })).toBeTruthy();
});

const program = {
  ...{ id: 3, name: 'Weaving', excerpt: 'Looms.', description: 'Looms.', category: 'training' },
  ...{ duration: '12 weeks', schedule: 'Mon', price: 900_000, imageUrl: '/images/a.svg', imageAlt: null },
  ...{ isActive: true, maxParticipants: null, status: 'published', publishAt: null },
  ...{ createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' },
};
const intake = (fields: object) => ({
  ...{ id: 1, programId: 3, startsOn: '2999-02-01', appliesUntil: null, seats: 20, seatsLeft: 3 },
  ...{ place: 'Hall', note: null, isOpen: true },
  ...fields,
});
const intakes = [
  intake({ id: 1, startsOn: '2020-02-01' }),
  intake({ id: 2, isOpen: false }),
  intake({ id: 4 }),
  intake({ id: 5, startsOn: '2999-06-01', seatsLeft: 0 }),
];
const listOf = (items: object[]) => () => ({
  status: 200,
  body: { data: items, meta: { total: items.length, limit: 1000, offset: 0 } },
});

test('a program’s page names the next starts with their places, to people and to search engines', async () => {
  const { document, getByText, getByRole } = await page('/programs/3', {
    '/programs/3': () => ({ status: 200, body: { data: program } }),
    '/intakes/summaries?programId=3&limit=1000': listOf(intakes),
  });
  expect(getByText('Next Start').closest('div')?.textContent).toContain('Starts 1 Feb 2999 · 3 places left');
  const later = within(getByRole('list', { name: 'Later Starts' })).getAllByRole('listitem');
  expect(later.map((item) => item.textContent)).toEqual(['Starts 1 Jun 2999 · Full: waiting list']);

  expect(meta(document, 'og:image')).toBe(
    `${origin}/programs/3/share.jpg?v=${Date.parse(program.updatedAt).toString(36)}-2999-02-01-3`,
  );
  expect(meta(document, 'og:image:width')).toBe('1200');
  expect(meta(document, 'og:image:alt')).toBe('Weaving, UGX 900,000, 12 weeks');

  const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
    JSON.parse(script.textContent ?? ''),
  );
  const course = data.find((thing) => thing['@type'] === 'Course');
  expect(course.hasCourseInstance).toMatchObject([
    {
      ...{ '@type': 'CourseInstance', courseMode: 'Onsite', startDate: '2999-02-01' },
      ...{ location: { name: 'Hall' }, maximumAttendeeCapacity: 20, remainingAttendeeCapacity: 3 },
    },
    { startDate: '2999-06-01', remainingAttendeeCapacity: 0 },
  ]);
});

test.each(['/', '/programs', '/programs/3'])('%s has the same bytes an hour later', async (path) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = { '/programs/3': () => ({ status: 200, body: { data: program } }) };
  const { html } = await page(path, own);
  vi.setSystemTime(Date.now() + 60 * 60_000);

  expect(html).toContain('u:Date.now()');
  expect((await page(path, own)).html).toBe(html);
});

test('a program’s card names its next start', async () => {
  const nextIntake = { id: 4, startsOn: '2999-02-01', seatsLeft: 1 };
  const { getByRole } = await page('/programs', {
    '/programs/summaries': listOf([{ ...program, nextIntake }]),
  });
  const card = getByRole('heading', { name: 'Weaving' }).closest('li');
  expect(card?.textContent).toContain('Starts 1 Feb 2999 · 1 place left');
});

test('the home page and the form have of programs and intakes only what they show', async () => {
  const excerpt = 'Looms.\n\nYou will learn\n• Warps';
  const home = await page('/', { '/programs/summaries?limit=12': listOf([{ ...program, excerpt }]) });
  expect(home.getByText('Looms.')).toBeTruthy();
  expect(home.html).not.toContain('You will learn');

  const form = await page('/registration', {
    '/programs/summaries?limit=1000': listOf([program]),
    '/intakes/summaries?limit=1000': listOf(intakes),
  });
  expect(form.html).toContain('2999-02-01');
  expect(form.html).not.toContain('Hall');
});

test('without scripts the intakes that take applications are a select', async () => {
  const { getByLabelText } = await page('/registration', {
    '/programs/summaries?limit=1000': listOf([{ ...program, nextIntake: null }]),
    '/intakes/summaries?limit=1000': listOf(intakes),
  });
  const select = getByLabelText('Intake') as HTMLSelectElement;
  expect(select.getAttribute('name')).toBe('intakeId');
  expect(Array.from(select.querySelectorAll('optgroup'), ({ label }) => label)).toEqual(['Weaving']);
  expect(
    Array.from(select.querySelectorAll('option'), (option) => [option.value, option.textContent]),
  ).toEqual([
    ['', 'Another date'],
    ['4', 'Starts 1 Feb 2999, 3 places left'],
    ['5', 'Starts 1 Jun 2999, Full: waiting list'],
  ]);
});

test('a post tells when it was published, and the size of its picture', async () => {
  const image = '/uploads/image/a-1600x1200-aabbcc/1280.webp';
  const post = {
    ...{
      id: 2,
      title: 'Open day',
      content: '<p>Come.</p>',
      category: 'news',
      imageUrl: image,
      imageAlt: 'A gate',
    },
    ...{ videoUrl: null, status: 'published', publishAt: null },
    ...{ createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-02T08:00:00.000Z' },
  };
  const { document } = await page('/news/2', {
    '/posts/2': () => ({ status: 200, body: { data: post } }),
  });
  expect(meta(document, 'article:published_time')).toBe('2026-11-01T08:00:00.000Z');
  expect(meta(document, 'og:image')).toBe(`${origin}/uploads/image/a-1600x1200-aabbcc/640.webp`);
  expect(meta(document, 'og:image:width')).toBe('640');
  expect(meta(document, 'og:image:height')).toBe('480');
  expect(meta(document, 'og:image:alt')).toBe('A gate');
});

test('the pattern fills its whole ground', () => {
  const [ground, ...shapes] = createRenderer().pattern('Weaving', { cols: 4, rows: 7 });
  expect(ground?.d).toBe('M0 0h48v84H0z');
  expect(shapes.length).toBeGreaterThan(3);
});
