import { type ContentKey, contentResources } from '@institute/contract';
import { listPosition } from '@institute/contract/fields';
import { expect, test } from 'vitest';
import { listAnswer, makeDataAnswer, renderPage } from '../testing/server-page.ts';

type Item = Record<string, unknown>;
type Shown = { page: string; answers: (item: Item) => Parameters<typeof renderPage>[1] };

const { programs } = contentResources;
const showDetail = (key: string, page = `/${key}/7`): Shown => ({
  page,
  answers: (item) => ({ [`/${key}/7`]: makeDataAnswer(item) }),
});
const showList = (key: string, page: string, query = ''): Shown => ({
  page,
  answers: (item) => ({ [`/${key}/summaries${query}`]: listAnswer([item]) }),
});

/** Where visitors see an item, when that is not a page of its own at `/<key>/7`. */
const elsewhere: Partial<Record<ContentKey, Shown>> = {
  alumni: showList('alumni', '/alumni'),
  coaches: showList('coaches', '/coaches', '?limit=1000'),
  gallery: showList('gallery', '/gallery'),
  intakes: {
    page: '/programs/7',
    answers: (item) => ({
      '/programs/7': makeDataAnswer({ ...programs.example, id: 7, instalments: [] }),
      '/intakes/summaries?programId=7&limit=1000': listAnswer([item]),
    }),
  },
  pages: {
    page: '/p/rules',
    answers: (item) => ({ '/pages?path=rules': listAnswer([item]) }),
  },
  posts: showDetail('posts', '/news/7'),
};

/** Fields that say whether, where or under which heading an item is shown, or are for the office. */
const notShown: Partial<Record<ContentKey, string[]>> = {
  alumni: ['category'],
  gallery: ['category'],
  // The places left are shown in the place of `seats`
  intakes: ['programId', 'seats', 'isOpen', 'remindsOfFees'],
  pages: ['path', 'inMenu'],
  programs: ['isActive'],
};
const publishing = ['status', 'publishAt'];
const isOrder = (key: ContentKey, field: string) =>
  new Map<string, unknown>(Object.entries(contentResources[key].input.shape)).get(field) === listPosition;

/** Of those that are shown. */
const common = { id: 7, excerpt: 'In short.', publishedAt: '2026-01-01T08:00:00.000Z', seatsLeft: 5 };
const shownExample = (key: ContentKey): Item => ({
  ...common,
  ...contentResources[key].example,
  ...(key === 'intakes' && { isOpen: true, startsOn: '2098-02-01', appliesUntil: '2098-01-15' }),
});

/** Another value of the kind, which is shown otherwise wherever it is shown. */
function alter(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [];
  const text = String(value);
  return /^\d{4}-/.test(text) ? `2099${text.slice(4)}` : `${text}x`;
}

test.each(Object.keys(contentResources) as ContentKey[])('visitors see each field of %s', async (key) => {
  const { page, answers } = elsewhere[key] ?? showDetail(key);
  const example = shownExample(key);
  const readBody = async (item: Item) => {
    const { html, status } = await renderPage(page, answers(item));
    expect(status, `There is no page ${page}: say in \`elsewhere\` where visitors see an item`).toBe(200);
    // Scripts carry all data to the browser, and the head tells search engines
    return html.slice(html.indexOf('<body')).replaceAll(/<script\b.*?<\/script>/gs, '');
  };
  const before = await readBody(example);
  const hidden = [];
  for (const field of Object.keys(contentResources[key].example))
    if ((await readBody({ ...example, [field]: alter(example[field]) })) === before) hidden.push(field);
  const unseen = hidden.filter(
    (field) => ![...publishing, ...(notShown[key] ?? [])].includes(field) && !isOrder(key, field),
  );
  expect(unseen, `${page} does not show these: add them to the page, or name them in \`notShown\``).toEqual(
    [],
  );
});
