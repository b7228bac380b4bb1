import { formatLocalMoney } from '@institute/contract/money';
import { localPhones, payChannels } from '@institute/contract/place';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  listAnswer,
  listLinks,
  makeDataAnswer,
  makeFailure,
  readMeta,
  readPage,
} from '../testing/server-page.ts';
import { addNavigation, site } from '../testing/site.ts';

const program = {
  id: 3,
  name: 'Weaving',
  category: 'training',
  duration: '12 weeks',
  price: 1_500_000,
  imageUrl: '/images/a.svg',
  imageAlt: null,
  nextIntake: { id: 4, startsOn: '2999-02-01', seatsLeft: 0 },
};
const summaries = [
  { ...program, excerpt: 'Looms. '.repeat(30) },
  { ...program, id: 4, name: 'Camp', category: 'camp', excerpt: 'Tents.', price: 1, nextIntake: null },
];

const price = formatLocalMoney(1_500_000);

test('the home page has slides, blurbs, values, partners and how to get in touch', async () => {
  const { getByRole } = await readPage('/');
  const region = (name: string) => getByRole('region', { name });
  const blocks = site.blurbs.map(({ title, text }) => title + text).join('');

  const first = listLinks(getByRole('main')).filter(([, to]) => !to?.startsWith('#'));
  expect(first.slice(0, 2)).toEqual([
    ['Join Institute', '/registration'],
    ['Explore Programs', '/programs'],
  ]);
  for (const { title, subtitle } of site.slides) {
    expect(region('Highlights').textContent).toContain(title + subtitle);
  }
  expect(within(region('Highlights')).getByRole('img', { name: 'Slide a' })).toBeTruthy();
  for (const name of ['About Us', 'Our Values']) expect(region(name).textContent).toContain(blocks);
  for (const { name, description } of site.partners) {
    expect(region('Our Partners').textContent).toContain(name + description);
    expect(within(region('Our Partners')).getByRole('img', { name: new RegExp(name) })).toBeTruthy();
  }
  expect(region('Get in Touch').textContent).toContain(site.institute.address);
  expect(listLinks(region('Get in Touch')).map(([, to]) => to)).toEqual(
    expect.arrayContaining(['mailto:office@institute.example', 'tel:+256700000001', '/contact']),
  );
});

test('the home page shows live counts, and never less than the floors', async () => {
  const { getByText } = await readPage('/', {
    '/programs/summaries?limit=12': listAnswer(summaries, 21),
    '/coaches/summaries?limit=1': listAnswer([], 14),
    '/facilities/summaries?limit=1': listAnswer([], 13),
    '/alumni/summaries?limit=1': listAnswer([], 499),
  });
  for (const [label, count] of [
    ['Active Students', '400+'],
    ['Training Programs', '21+'],
    ['Expert Trainers', '14+'],
    ['Training Facilities', '13+'],
    ['Alumni Members', '500+'],
  ] as const) {
    expect(getByText(label).closest('div')?.querySelector('dd')?.textContent, label).toBe(count);
  }
  expect(getByText('Years of Existance')).toBeTruthy();
});

test('a count below ten is shown only above a number that somebody wrote', async () => {
  const readNumbers = async (count: number, floor: number) => {
    const floors = { students: 0, facilities: floor, alumni: floor };
    const institute = { ...site.institute, foundedYear: 0 };
    const page = await readPage('/', {
      '/site': makeDataAnswer({ ...site, floors, institute }),
      '/programs/summaries?limit=12': listAnswer(summaries, count),
      '/coaches/summaries?limit=1': listAnswer([], count),
      '/facilities/summaries?limit=1': listAnswer([], count),
      '/alumni/summaries?limit=1': listAnswer([], count),
    });
    const numbers = page.queryByRole('region', { name: 'In numbers' });
    return Array.from(numbers?.querySelectorAll('dd') ?? [], ({ textContent }) => textContent);
  };
  expect(await readNumbers(9, 0)).toEqual([]);
  expect(await readNumbers(9, 3)).toEqual(['9+', '9+']);
  expect(await readNumbers(10, 0)).toEqual(['10+', '10+', '10+', '10+']);
});

test('the newest articles stand on the home page where the site says so', async () => {
  const posts = [5, 4].map((id) => ({
    id,
    title: `Article ${id}`,
    category: 'news',
    excerpt: 'Looms.',
    imageUrl: '/images/a.svg',
    imageAlt: null,
    videoUrl: null,
    createdAt: '2026-11-01T08:00:00.000Z',
    publishedAt: null,
  }));
  const newest = { '/posts/summaries?sort=-publishedAt&limit=3': listAnswer(posts) };
  const readNews = async (showsPosts: boolean, answers: Own = newest) => {
    const home = { '/site': makeDataAnswer({ ...site, home: { showsPosts } }) };
    const page = await readPage('/', { ...home, ...answers });
    const news = page.queryByRole('region', { name: 'News' });
    return news && listLinks(news);
  };
  expect(await readNews(true)).toEqual([
    ['All news', '/news'],
    ['Article 5', '/news/5'],
    ['Article 4', '/news/4'],
  ]);
  expect(await readNews(false)).toBeNull();
  expect(await readNews(true, {})).toBeNull();
});

test('a slide of Our Programs has the duration, the price, the next start and a link', async () => {
  const { getByRole } = await readPage('/', { '/programs/summaries?limit=12': listAnswer(summaries) });
  const [slide] = within(getByRole('region', { name: 'Our Programs' })).getAllByRole('article', {
    hidden: true,
  });
  expect(slide?.textContent).toContain(`Duration12 weeksPrice${price}Starts1 Feb 2999 · Full`);
  expect(slide?.querySelector('a')?.getAttribute('href')).toBe('/programs/3');
});

test('the programs page has the core programs and the other activities, then all programs', async () => {
  const core = ['Beauty', 'Diploma in weaving'].map((title) => ({
    title,
    text: 'Hair.',
    image: '/images/a.svg',
  }));
  const { getByRole } = await readPage('/programs', {
    '/site': makeDataAnswer({ ...site, programBlocks: { ...site.programBlocks, core } }),
    '/programs/summaries': listAnswer(summaries),
  });
  const headings = (name: string) =>
    within(getByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  expect(headings('Core Programs')).toEqual(['Beauty', 'Diploma in weaving']);
  expect(listLinks(getByRole('region', { name: 'Core Programs' }))).toEqual([
    ['Diploma in weaving', '/programs/3'],
  ]);
  for (const name of ['Additional Activities', 'Digital Skills', 'Creative Industry Programs']) {
    expect(headings(name)).toEqual(['One', 'Two', 'Three', 'Four']);
  }
  expect(headings('All Programs')).toEqual(['Weaving', 'Camp']);

  const all = within(getByRole('region', { name: 'All Programs' }));
  const [card, free] = all.getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('li'));
  expect(card?.querySelector('a')?.getAttribute('href')).toBe('/programs/3');
  expect(card?.textContent).toContain(`${summaries[0]?.excerpt.slice(0, 150)}...`);
  expect(card?.textContent).toContain(price);
  expect(card?.querySelector('img')?.alt).toBe('Weaving');
  expect(free?.textContent).toMatch(/Tents\.Free$/);
  const category = all.getByRole<HTMLSelectElement>('combobox', { name: 'Category' });
  expect(Array.from(category.options, ({ text }) => text)).toEqual(['All', 'Training', 'Camp', 'Clinic']);
});

test('a program’s page has its description as it was written, its facts and similar programs', async () => {
  const description = 'Looms.\n\nYou will learn\n• Warps';
  const instalments = [
    { label: 'Registration', amount: 200_000, dueDays: null },
    { label: 'Half', amount: 450_000, dueDays: 30 },
  ];
  const detail = {
    ...program,
    description,
    schedule: 'Mon, Wed',
    isActive: true,
    maxParticipants: 24,
    instalments,
    asks: [],
  };
  const { getByRole, getByText } = await readPage('/programs/3', {
    '/programs/3': makeDataAnswer(detail),
    '/programs/summaries?category=training&exclude=3&sort=-createdAt&limit=3': listAnswer([
      { ...summaries[0], id: 9, name: 'Knitting' },
    ]),
  });
  expect(getByRole('heading', { level: 1 }).textContent).toBe('Weaving');
  const text = getByText(/You will learn/);
  expect(text.textContent).toBe(description);
  expect(text.className).toContain('whitespace-pre');
  const facts = getByRole('complementary', { name: 'At a glance' });
  expect(facts.textContent).toMatch(
    new RegExp(`^Price${price}Duration12 weeksScheduleMonWed.*CategoryTraining`),
  );
  const fees = within(getByRole('list', { name: 'Fees' })).getAllByRole('listitem');
  expect(fees.map((fee) => fee.textContent)).toEqual([
    `Registration: ${formatLocalMoney(200_000)}on acceptance`,
    `Half: ${formatLocalMoney(450_000)}30 days after the start`,
  ]);
  expect(listLinks(facts)).toEqual([['Register Now', '/registration?program=3']]);
  expect(getByRole('link', { name: 'Back to programs' }).getAttribute('href')).toBe('/programs');
  const similar = within(getByRole('region', { name: 'Similar Programs' }));
  expect(similar.getByRole('link', { name: 'Knitting' }).getAttribute('href')).toBe('/programs/9');
});

test.each([
  ['/programs/abc', 'Program not found'],
  ['/news/999', 'Article not found'],
  ['/facilities/999', 'Facility not found'],
  ['/programs/1/fees', 'Page not found'],
])('%s is a 404 page that leads home and is not indexed', async (path, title) => {
  const missing = () => makeFailure(404, 'NOT_FOUND');
  const own = { '/posts/999': missing, '/facilities/999': missing };
  const { status, document, getByRole } = await readPage(path, own);
  expect(status).toBe(404);
  expect(getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(readMeta(document, 'robots')).toContain('noindex');
  expect(getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/');
  for (const landmark of ['banner', 'contentinfo']) expect(getByRole(landmark)).toBeTruthy();
});

test.each(['/registration-success', '/registration/status', '/registration/documents', '/newsletter'])(
  '%s is not indexed',
  async (path) => {
    expect(readMeta((await readPage(path)).document, 'robots')).toContain('noindex');
  },
);

test('pages link the manifest, and the news its feed', async () => {
  const { head } = (await readPage('/news')).document;
  expect(head.querySelector('link[rel=manifest]')?.getAttribute('href')).toBe('/manifest.webmanifest');
  expect(head.querySelector('link[type="application/rss+xml"]')?.getAttribute('href')).toBe('/news.rss');
});

type Own = Parameters<typeof readPage>[1];
/** The main part of a page that answers a form. */
const readPosted = async (path: string, posted: object, own: Own = {}) => {
  const page = { path, values: {}, faults: [], message: '', ...posted };
  return (await readPage(path, own, { posted: page })).getByRole('main').textContent;
};

test('an applicant without an email address reads where the SMS goes', async () => {
  const readSuccess = (smsTo: string, own: Own = {}) =>
    readPosted('/registration-success', { values: { reference: 'REG-2026-000123', smsTo } }, own);
  const [phone] = localPhones;
  const text = `We send an SMS to ${phone} with your reference.`;
  expect(await readSuccess(phone)).toContain(text);
  const withoutGateway = { '/site': makeDataAnswer({ ...site, smsCallingCodes: undefined }) };
  expect(await readSuccess(phone, withoutGateway)).not.toContain('SMS');
  expect(await readSuccess('+44 20 7946 0958')).not.toContain('SMS');
  const withEmail = await readSuccess('');
  expect(withEmail).toContain('REG-2026-000123');
  expect(withEmail).not.toContain('SMS');
});

const withProgram = { '/programs/summaries?limit=1000': listAnswer([program]) };

test('the form asks for an email address, and needs the phone only', async () => {
  const { getByRole } = await readPage('/registration', withProgram);
  const email = getByRole('textbox', {
    name: 'Email',
    description: 'If you have none, we write to your phone.',
  });
  expect(
    [email, getByRole('textbox', { name: 'Phone' })].map((field) => field.getAttribute('aria-required')),
  ).toEqual(['false', 'true']);
});

test('without a gateway nobody is promised an SMS, with and without scripts', async () => {
  const none = { '/site': makeDataAnswer({ ...site, smsCallingCodes: undefined }), ...withProgram };
  const form = await readPage('/registration', none);
  const description = 'If you have none, leave this empty.';
  expect(form.getByRole('textbox', { name: 'Email', description })).toBeTruthy();
  const status = await readPage('/registration/status', none);
  expect(status.getByRole('main').textContent).toContain(
    'Your reference stands in the email that we sent you',
  );
  for (const each of [form, status]) expect(each.getByRole('main').textContent).not.toContain('SMS');
  const other = await readPage('/registration/status');
  expect(other.getByRole('main').textContent).toContain('stands in the SMS or the email that we sent you');
});

test('the status says what it means, when and where the intake starts, and what is due', async () => {
  const values = {
    reference: 'REG-2026-000123',
    status: 'accepted',
    meaning: 'Congratulations, there is a place for you.',
    startsOn: '2027-02-01',
    heldAt: 'Main campus',
    dueOn: '2027-02-01',
    dueAmount: '250000',
    sentOn: '2026-11-23T00:00:00Z',
    missing: '3',
  };
  const text = await readPosted('/registration/status', { values });
  expect(text).toContain('3 things are missing. Send your documents');
  const due = `Due on 1 Feb 2027: ${formatLocalMoney(250_000)}. See your fees`;
  const seat = ['Starts 1 Feb 2027', 'Place: Main campus', due];
  for (const part of ['Status: accepted', values.meaning, ...seat]) expect(text).toContain(part);
});

test.each([
  [{ mtnCode: '', airtelCode: '', bankAccount: '' }, true],
  [{ mtnCode: '123456', airtelCode: '', bankAccount: '' }, false],
])('a statement with %j asks the office how to pay: %s', async (payTo, isAsked) => {
  const sums = { charged: 0, paid: 0, balance: 0, overdue: 0, nextDueOn: null, nextDueAmount: null };
  const answer = { ...sums, reference: 'REG-1', payCode: '13', program: null, charges: [], payments: [] };
  const text = await readPosted('/fees', { answer: { ...answer, payTo, online: 'off' } });
  expect(text.includes(`Ask the office how to pay: ${site.institute.phones[0]}.`)).toBe(isAsked);
  expect(text.includes(`${payChannels.mtn.operator} code`)).toBe(!isAsked);
});

test.each(['', 'Ask the office how to pay'])(
  'a status with the question %j says whom to ask',
  async (asks) => {
    const sentOn = '2026-11-23T00:00:00Z';
    const values = { reference: 'REG-1', status: 'accepted', meaning: '', sentOn, asks };
    const text = await readPosted('/registration/status', { values });
    expect(text.includes(`Ask the office how to pay: ${site.institute.phones[0]}.`)).toBe(asks !== '');
  },
);

test('what an applicant agrees to can be read beside the form', async () => {
  const { getByRole } = await readPage('/registration', withProgram);
  for (const [name, to] of [
    ['terms', '/terms'],
    ['what we do with your data', '/privacy'],
  ] as const) {
    const link = within(getByRole('main')).getByRole<HTMLAnchorElement>('link', { name });
    expect([link.getAttribute('href'), link.target]).toEqual([to, '_blank']);
  }
});

test.each(['/newsletter', '/donations'])(
  'while closed, %s is not found and nothing leads there',
  async (path) => {
    const closed = addNavigation({
      ...site,
      newsletter: { ...site.newsletter, isOpen: false },
      donations: { ...site.donations, isOpen: false },
      emptyPages: ['/donations'],
    });
    const answers = { '/site': makeDataAnswer(closed) };
    const page = await readPage(path, answers);
    expect(page.status).toBe(404);
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
    for (const shown of [page, await readPage('/contact', answers)]) {
      expect(shown.queryByRole('button', { name: 'Subscribe' })).toBeNull();
      expect(shown.document.querySelectorAll(`a[href="${path}"]`)).toHaveLength(0);
    }
    expect((await readPage(path)).status).toBe(200);
  },
);

test('without scripts an item of the gallery is a link to its image or video', async () => {
  const item = {
    id: 1,
    title: 'Loom',
    category: 'training',
    type: 'image',
    date: '2026-01-01',
    imageAlt: null,
  };
  const imageUrl = '/images/a-640x480-aabbcc/640.webp';
  const videoUrl = 'https://youtu.be/abcdefghijk';
  const { getByRole } = await readPage('/gallery', {
    '/gallery/summaries': listAnswer([
      { ...item, imageUrl, videoUrl: null },
      { ...item, id: 2, type: 'video', imageUrl, videoUrl },
    ]),
  });
  const all = getByRole('main').querySelectorAll('li a');
  expect(Array.from(all, (link) => link.getAttribute('href'))).toEqual([imageUrl, videoUrl]);
});

test.each([
  ['/contact', 'email', 'Email', 'ann@'],
  ['/newsletter', 'email', 'Email address', 'ann@'],
  ['/registration', 'phone', 'Phone', 'none'],
  ['/registration', 'guardianPhone', 'Guardian Phone', '12'],
  ['/donations', 'email', 'Email', 'ann@'],
])(
  'a refused form of %s has what was typed, and a link to its field %s',
  async (path, name, label, typed) => {
    const posted = {
      path,
      values: { [name]: typed },
      message: 'No',
      faults: [{ path: name, message: 'Wrong' }],
    };
    const { getAllByRole, getAllByLabelText } = await readPage(path, {}, { posted });
    const field = getAllByLabelText(label, { exact: false }).find((one) => one.getAttribute('name') === name);
    expect(field?.getAttribute('value')).toBe(typed);
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    const [summary] = getAllByRole('alert');
    expect(listLinks(summary as HTMLElement)).toEqual([[`${label}: Wrong`, `#${field?.id}`]]);
  },
);
