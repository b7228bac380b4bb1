import { contentResources } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listAnswer, listLinks, makeDataAnswer, origin, readMeta, readPage } from '../testing/server-page.ts';
import { site } from '../testing/site.ts';

const online = (state: 'open' | 'test' | 'off') => ({
  '/donations/online': makeDataAnswer({ state }),
});

test('where online giving is not set up, its card says so and offers the other ways', async () => {
  const withPaypal = { ...site, institute: { ...site.institute, paypalUrl: 'https://paypal.example/us' } };
  const { getByRole, queryByText } = await readPage('/donations', {
    ...online('off'),
    '/site': makeDataAnswer(withPaypal),
  });

  const card = within(getByRole('region', { name: 'Mobile Money/Card' }));
  expect(card.getByText('Online giving is not set up yet.')).toBeTruthy();
  expect(listLinks(getByRole('region', { name: 'Mobile Money/Card' }))).toEqual([
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
  const { queryAllByText, getByRole, queryByText } = await readPage('/donations', online(state));

  expect(queryAllByText('Test mode: no money moves.')).toHaveLength(notices);
  expect(getByRole('button', { name: 'Donate' }).closest('form')?.method).toBe('post');
  expect(queryByText(/not set up/)).toBeNull();
});

const readDonation = (fields: object) =>
  readPage('/donations/1-a', {
    '/donations/1-a/verify': makeDataAnswer({
      id: 42,
      txRef: '1-a',
      amount: 5,
      currency: 'USD',
      name: 'Ann',
      isTest: false,
      needsReview: false,
      receiptNumber: null,
      paidAt: null,
      receiptEmail: null,
      ...fields,
    }),
  });

test('the page of a failed donation leads back to the form', async () => {
  const { getByRole, getByText } = await readDonation({ status: 'failed', amount: 14, currency: 'EUR' });
  expect(getByRole('heading', { level: 1 }).textContent).toBe('Payment failed');
  expect(getByText('€ 14')).toBeTruthy();
  expect(getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/donations');
});

test.each([true, false])('the page of a donation says whether it is a test: %s', async (isTest) => {
  const { getByRole, queryAllByText } = await readDonation({ status: 'successful', isTest });
  expect(getByRole('heading', { level: 1 }).textContent).toBe('Donation received');
  expect(queryAllByText('Test mode: no money moves.')).toHaveLength(isTest ? 1 : 0);
});

test.each([
  ['pending', '15'],
  ['successful', undefined],
])('without scripts the page of a donation that is %s comes again after %s s', async (status, seconds) => {
  const { document } = await readDonation({ status });
  const refresh = document.head.querySelector('noscript meta[http-equiv=refresh]');
  expect(refresh?.getAttribute('content')).toBe(seconds);
  expect(document.body.querySelector('meta')).toBeNull();
});

test('the page of a paid donation has its receipt', async () => {
  const receiptNumber = 'RCP-2026-000007';
  const paid = { status: 'successful', receiptNumber, paidAt: '2026-11-20T08:00:00.000Z' };
  const { getByRole, getByText } = await readDonation(paid);
  const facts = getByText('Receipt').closest('dl')?.textContent;
  expect(facts).toBe('ReceiptRCP-2026-000007Received fromAnnDate20 Nov 2026');
  const receipt = getByRole('link', { name: 'Download receipt (PDF)' });
  expect(receipt.getAttribute('href')).toBe('/donations/1-a/receipt.pdf');
});

test.each([
  ['sent', 1],
  ['queued', 0],
  [null, 0],
])(
  'a donor reads that the receipt was sent when its email is %s, and never the reference of the payment',
  async (receiptEmail, times) => {
    const { queryAllByText, getByRole } = await readDonation({ status: 'successful', receiptEmail });
    expect(queryAllByText(/Your receipt was sent by email\./)).toHaveLength(times);
    expect(getByRole('main').textContent).not.toContain('1-a');
  },
);

test('the page of a donation says at once that another payment came, with the reference', async () => {
  const { getByRole, getByText } = await readDonation({ status: 'pending', needsReview: true });
  expect(getByRole('heading', { level: 1 }).textContent).toBe('We could not confirm this payment');
  expect(getByText(/^Reference:/).textContent).toBe('Reference: D42');
  expect(getByRole('link', { name: 'Contact Us' })).toBeTruthy();
});

const program = {
  ...contentResources.programs.example,
  id: 3,
  name: 'Weaving',
  excerpt: 'Looms.',
  description: 'Looms.',
  duration: '12 weeks',
  price: 900_000,
  instalments: [{ label: 'Half', amount: 450_000, dueDays: 30 }],
  updatedAt: '2026-11-01T08:00:00.000Z',
};
const intake = (fields: object) => ({
  id: 1,
  programId: 3,
  startsOn: '2999-02-01',
  appliesUntil: null,
  seats: 20,
  seatsLeft: 3,
  place: 'Hall',
  note: null,
  isOpen: true,
  instalments: [],
  ...fields,
});
const intakes = [
  intake({ id: 1, startsOn: '2020-02-01' }),
  intake({ id: 2, isOpen: false }),
  intake({ id: 4 }),
  intake({ id: 5, startsOn: '2999-06-01', seatsLeft: 0 }),
];

const readCourse = (document: Document) =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map((script) => JSON.parse(script.textContent ?? ''))
    .find((thing) => thing['@type'] === 'Course');

test('a program’s page names the next starts with their places, to people and to search engines', async () => {
  const { document, getByText, getByRole } = await readPage('/programs/3', {
    '/programs/3': makeDataAnswer(program),
    '/intakes/summaries?programId=3&limit=1000': listAnswer(intakes),
  });
  expect(getByText('Next Start').closest('div')?.textContent).toContain('Starts 1 Feb 2999 · 3 places left');
  const later = within(getByRole('list', { name: 'Later Starts' })).getAllByRole('listitem');
  expect(later.map((item) => item.textContent)).toEqual(['Starts 1 Jun 2999 · Full: waiting list']);
  expect(getByRole('list', { name: 'Fees' }).textContent).toBe(
    `Half: ${formatLocalMoney(450_000)}by 3 Mar 2999`,
  );

  expect(readMeta(document, 'og:image')).toBe(
    `${origin}/programs/3/share.jpg?v=${Date.parse(program.updatedAt).toString(36)}-2999-02-01-3`,
  );
  expect(readMeta(document, 'og:image:width')).toBe('1200');
  expect(readMeta(document, 'og:image:alt')).toBe(`Weaving, ${formatLocalMoney(900_000)}, 12 weeks`);

  expect(readCourse(document).hasCourseInstance).toMatchObject([
    {
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      startDate: '2999-02-01',
      location: { name: 'Hall' },
      maximumAttendeeCapacity: 20,
      remainingAttendeeCapacity: 3,
    },
    { startDate: '2999-06-01', remainingAttendeeCapacity: 0 },
  ]);
});

test.each([
  [1, '1 student'],
  [24, '24 students'],
])('the page of a program for %i says “%s”', async (maxParticipants, words) => {
  const { getByText } = await readPage('/programs/3', {
    '/programs/3': makeDataAnswer({ ...program, maxParticipants }),
  });
  expect(getByText('Class size').closest('div')?.textContent?.endsWith(words)).toBe(true);
});

test.each([
  ['/alumni?category=youth', 'Youth Teams'],
  ['/facilities', '+2 more features'],
])('%s says “%s”', async (path, words) => {
  const room = {
    id: 1,
    name: 'Hall',
    excerpt: 'Large.',
    features: ['Stage'],
    featureCount: 3,
    imageUrl: '/a.webp',
    imageAlt: null,
  };
  const { getAllByText } = await readPage(path, { '/facilities/summaries?limit=1000': listAnswer([room]) });
  expect(getAllByText(words).length).toBeGreaterThan(0);
});

test('the page of alumni has the words of the school, and no other page carries them', async () => {
  const alumniWords = { ...site.alumniWords, youth: 'Evening classes', classOf: 'Finished in' };
  const testimonial = {
    name: 'Ann',
    role: 'Tailor',
    image: '/a.webp',
    content: 'I learned.',
    graduationYear: 2015,
    currentTeam: 'Own shop',
  };
  const alumnus = { id: 1, ...contentResources.alumni.example };
  const answers = {
    '/site': makeDataAnswer({ ...site, alumniWords, testimonials: [testimonial] }),
    '/alumni/summaries': listAnswer([alumnus]),
  };
  const { getByText, getByLabelText } = await readPage('/alumni', answers);
  expect(getByText('Finished in 2019')).toBeTruthy();
  expect(getByText('Graduated in 2015')).toBeTruthy();
  const options = getByLabelText<HTMLSelectElement>('Category').options;
  expect([...options].map(({ text }) => text)).toEqual([
    'All Categories',
    'Professional',
    'College',
    'Evening classes',
  ]);
  expect((await readPage('/about', answers)).html).not.toContain('Evening classes');
});

test('a description shows its headings and lists, and other texts as they are', async () => {
  const readProgram = (description: string) =>
    readPage('/programs/3', { '/programs/3': makeDataAnswer({ ...program, description }) });
  const text =
    'Looms & more.\n\n## You will learn\n\n- Warps,\n  by hand\n- <b>Wefts</b>\n\n3. Measure\n4. Cut';
  const { document, html, getByRole, getByText } = await readProgram(text);
  expect(getByRole('heading', { level: 2, name: 'You will learn' })).toBeTruthy();
  const items = [...document.querySelectorAll('.prose > ul > li')].map(({ textContent }) => textContent);
  expect(items).toEqual(['Warps,\nby hand', '<b>Wefts</b>']);
  expect(document.querySelector<HTMLOListElement>('.prose > ol')?.start).toBe(3);
  expect(getByText('Cut').closest('ol')).toBeTruthy();
  expect(html).not.toContain('<b>Wefts');
  const told = [
    readMeta(document, 'og:description'),
    document.querySelector('meta[name=description]')?.getAttribute('content'),
    readCourse(document).description,
  ];
  for (const words of told) expect(words).toContain('Looms & more. You will learn: Warps, by hand; ');

  const plain = 'Looms.\n\n\nYou will learn\n• Warps: 2 * 3 - 4 **now**';
  const asBefore = await readProgram(plain);
  const paragraphs = [...asBefore.document.querySelectorAll('.prose > *')];
  expect(paragraphs.map(({ tagName, className, textContent }) => [tagName, className, textContent])).toEqual([
    ['P', 'whitespace-pre-line', plain],
  ]);
});

test('a program’s card names its next start', async () => {
  const nextIntake = { id: 4, startsOn: '2999-02-01', seatsLeft: 1 };
  const { getByRole } = await readPage('/programs', {
    '/programs/summaries': listAnswer([{ ...program, nextIntake }]),
  });
  const card = getByRole('heading', { name: 'Weaving' }).closest('li');
  expect(card?.textContent).toContain('Starts 1 Feb 2999 · 1 place left');
});

test('the home page and the form have of programs and intakes only what they show', async () => {
  const excerpt = 'Looms.\n\nYou will learn\n• Warps';
  const home = await readPage('/', { '/programs/summaries?limit=12': listAnswer([{ ...program, excerpt }]) });
  expect(home.getByText('Looms.')).toBeTruthy();
  expect(home.html).not.toContain('You will learn');

  const form = await readPage('/registration', {
    '/programs/summaries?limit=1000': listAnswer([program]),
    '/intakes/summaries?limit=1000': listAnswer(intakes),
  });
  expect(form.html).toContain('2999-02-01');
  expect(form.html).not.toContain('Hall');
});

test('without scripts the intakes that take registrations are a select', async () => {
  const { getByLabelText } = await readPage('/registration', {
    '/programs/summaries?limit=1000': listAnswer([{ ...program, nextIntake: null }]),
    '/intakes/summaries?limit=1000': listAnswer(intakes),
  });
  const select = getByLabelText('Intake') as HTMLSelectElement;
  expect(select.getAttribute('name')).toBe('intakeId');
  expect(Array.from(select.querySelectorAll('optgroup'), ({ label }) => label)).toEqual(['Weaving']);
  expect(
    Array.from(select.querySelectorAll('option'), (option) => [option.value, option.textContent]),
  ).toEqual([
    ['next', 'The next start with a free place'],
    ['other', 'Another date'],
    ['4', 'Starts 1 Feb 2999, 3 places left'],
    ['5', 'Starts 1 Jun 2999, Full: waiting list'],
  ]);
});

test('a post tells when it was published, and the size of its image', async () => {
  const image = '/uploads/image/a-1600x1200-aabbcc/1280.webp';
  const dates = { createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-02T08:00:00.000Z' };
  const post = { ...contentResources.posts.example, id: 2, imageUrl: image, imageAlt: 'A gate', ...dates };
  const { document } = await readPage('/news/2', {
    '/posts/2': makeDataAnswer(post),
  });
  expect(readMeta(document, 'article:published_time')).toBe('2026-11-01T08:00:00.000Z');
  expect(readMeta(document, 'og:image')).toBe(`${origin}/uploads/image/a-1600x1200-aabbcc/640.webp`);
  expect(readMeta(document, 'og:image:width')).toBe('640');
  expect(readMeta(document, 'og:image:height')).toBe('480');
  expect(readMeta(document, 'og:image:alt')).toBe('A gate');
});

test('a program’s page lists the fees of the next intake, and none of a free program', async () => {
  const own = [{ label: 'All', amount: 880_000, dueDays: null }];
  const readFees = async (price: number) => {
    const { queryByRole } = await readPage('/programs/3', {
      '/programs/3': makeDataAnswer({ ...program, price }),
      '/intakes/summaries?programId=3&limit=1000': listAnswer([intake({ id: 4, instalments: own })]),
    });
    return queryByRole('list', { name: 'Fees' })?.textContent;
  };
  expect(await readFees(900_000)).toBe(`All: ${formatLocalMoney(880_000)}on acceptance`);
  expect(await readFees(1)).toBeUndefined();
});

test('each page of a list has its own title and links to its neighbours', async () => {
  const post = { ...contentResources.posts.example, id: 2, excerpt: 'Day' };
  const pages = ['', '?offset=24', '?offset=48'].map((of) => [
    `/posts/summaries${of}`,
    listAnswer([post], 60),
  ]);
  const { document } = await readPage('/news?page=2', Object.fromEntries(pages));
  expect(document.title).toBe('News, page 2 – Test Institute');
  const links = ['canonical', 'prev', 'next'].map((rel) =>
    document.head.querySelector(`link[rel=${rel}]`)?.getAttribute('href'),
  );
  expect(links).toEqual([`${origin}/news?page=2`, `${origin}/news`, `${origin}/news?page=3`]);
});
