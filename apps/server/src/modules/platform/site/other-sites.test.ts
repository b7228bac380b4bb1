import type { SiteSettings } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { beforeEach, expect, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp({ PUBLIC_URL: 'https://institute.example' });
const message = 'Only an owner may lead visitors to another site';
const other = 'https://elsewhere.example/page';
const said = 'elsewhere.example is another site. Ask an owner.';

await t.signIn();
const writers = {
  editor: ['content'],
  'account with settings alone': ['settings'],
} as const;
for (const [name, rights] of Object.entries(writers)) {
  const { user } = await t.signIn(`${name.replaceAll(' ', '-')}@example.org`);
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: [...rights] });
}
const key = await t.given.apiKey('site:write');
const read = async () => (await t.office.admin.site.get.query()).view;
const before = await read();

const first = <Item>([item]: readonly Item[]): Item => {
  if (!item) throw new Error('The demo has none');
  return item;
};
const link = { entry: other, hidden: false, label: 'Results' };

/** Each place of the site that holds an address, with that of another site in it. */
const places: Record<string, (site: SiteSettings, address: string) => Partial<SiteSettings>> = {
  [`menu.${before.menu.length}.entry`]: ({ menu }, entry) => ({ menu: [...menu, { ...link, entry }] }),
  'socials.0.url': ({ socials }, url) => ({ socials: [{ network: '', url }, ...socials.slice(1)] }),
  'institute.logo': ({ institute }, logo) => ({ institute: { ...institute, logo } }),
  'slides.0.image': ({ slides }, image) => ({ slides: [{ ...first(slides), image }, ...slides.slice(1)] }),
  'partners.0.logo': ({ partners }, logo) => ({
    partners: [{ ...first(partners), logo }, ...partners.slice(1)],
  }),
  'about.image': ({ about }, image) => ({ about: { ...about, image } }),
  'testimonials.0.image': ({ testimonials }, image) => ({
    testimonials: [{ ...first(testimonials), image }, ...testimonials.slice(1)],
  }),
  'programBlocks.core.0.image': ({ programBlocks }, image) => ({
    programBlocks: {
      ...programBlocks,
      core: [{ ...first(programBlocks.core), image }, ...programBlocks.core.slice(1)],
    },
  }),
};

beforeEach(async () => {
  await t.office.admin.site.update.mutate({ changes: before });
});

test.each(Object.entries(places))('only an owner brings another site into %s', async (path, write) => {
  const changes = write(before, other);
  for (const name of Object.keys(writers)) {
    const { site } = t.as(`${name.replaceAll(' ', '-')}@example.org`).admin;
    expect(await readRefusal(site.update.mutate({ changes })), name).toMatchObject({
      code: 'FORBIDDEN',
      message,
      details: [{ path: `changes.${path}`, message: said }],
    });
  }
  const { status, details } = await readRefusal(key.send('PUT', '/site', { body: changes }));
  expect([status, details]).toEqual([403, [{ path, message: said }]]);
  expect(await read()).toEqual(before);

  // No password is asked for
  t.wait(11 * 60_000);
  await t.office.admin.site.update.mutate({ changes });
  expect(await read()).toMatchObject(changes);
  const editor = t.as('editor@example.org').admin.site;
  const moved = { ...changes, openingHours: [] };
  expect((await editor.update.mutate({ changes: moved })).view).toMatchObject(moved);
  expect(await readData(key.send('PUT', '/site', { body: changes }))).toMatchObject(changes);
});

test.each([
  'https://institute.example@elsewhere.example/',
  'https://www.institute.example/',
  'https://institute.example:8443/',
  'https://institute.example.elsewhere.example/',
  'HTTPS://ELSEWHERE.example',
])('%s is another site', async (entry) => {
  const { site } = t.as('editor@example.org').admin;
  const changes = { menu: [...before.menu, { ...link, entry }] };
  expect(await readRefusal(site.update.mutate({ changes }))).toMatchObject({ code: 'FORBIDDEN', message });
});

test('own addresses, with the host or without, and all other changes of the menu stay the editor’s', async () => {
  const { site } = t.as('editor@example.org').admin;
  await t.office.admin.site.update.mutate({ changes: { menu: [...before.menu, link] } });
  const own = { ...link, entry: 'https://institute.example/docs', label: 'Reference' };
  const menu = [own, { ...link, hidden: true }, ...before.menu.toReversed()];
  expect((await site.update.mutate({ changes: { menu } })).view.menu).toEqual(menu);
  // An address that stands in one place is not free for all
  const socials = [{ network: 'Facebook', url: other }];
  expect(await readRefusal(site.update.mutate({ changes: { socials } }))).toMatchObject({ message });
  expect((await site.update.mutate({ changes: { menu: before.menu } })).view.menu).toEqual(before.menu);
});

/** Paths of all texts. Of a list its first entry stands for all. */
function listTexts(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return entries.flatMap(([name, below]) => listTexts(below, [...path, name]));
}
function writeAt(value: unknown, [name, ...rest]: readonly string[], words: string): unknown {
  if (name === undefined) return words;
  const entry = [name, writeAt(Object(value)[name], rest, words)];
  return Array.isArray(value)
    ? [entry[1], ...value.slice(1)]
    : { ...Object(value), ...Object.fromEntries([entry]) };
}
const refuseText = async (path: readonly string[], words: string) => {
  const [part = ''] = path;
  const changes = { [part]: Object(writeAt(before, path, words))[part] };
  return readRefusal(t.as('editor@example.org').admin.site.update.mutate({ changes }));
};

test('no text of the site takes a foreign number but of an owner', async () => {
  const messages = new Map<string, string>();
  for (const path of listTexts(before)) {
    const { code, message: words } = await refuseText(path, 'Pay to 0772 999 888 today');
    expect(['FORBIDDEN', 'VALIDATION_ERROR'], path.join('.')).toContain(code);
    messages.set(path.join('.'), words);
  }
  for (const path of [
    'institute.address',
    'institute.chatGreeting',
    'institute.blurb',
    'faq.0.question',
    'faq.0.answer',
    'about.text',
    'slides.0.subtitle',
    'slides.0.imageAlt',
    'partners.0.description',
    'openingHours.0.hours',
    'socials.0.network',
    'testimonials.0.content',
    'pages.about.intro',
    'alumniWords.youth',
  ])
    expect(messages.get(path), path).toBe('0772 999 888 is no number of the institute. Ask an owner.');
});

test.each(['See elsewhere.example.com/pay', 'Write to fees@elsewhere.example.com'])(
  'a text of the site with %j is refused for an editor and a key, and an owner writes it',
  async (words) => {
    expect(await refuseText(['institute', 'chatGreeting'], words)).toMatchObject({ code: 'FORBIDDEN' });
    const institute = { ...before.institute, chatGreeting: words };
    expect(await readRefusal(key.send('PUT', '/site', { body: { institute } }))).toMatchObject({
      status: 403,
    });
    const { site } = t.office.admin;
    expect((await site.update.mutate({ changes: { institute } })).view.institute).toEqual(institute);
    const changes = { institute: { ...institute, blurb: 'Learn a trade.' } };
    const byEditor = await t.as('editor@example.org').admin.site.update.mutate({ changes });
    expect(byEditor.view.institute).toEqual(changes.institute);
  },
);

test('an editor names what is the institute’s own, and ordinary numbers', async () => {
  const { site } = t.as('editor@example.org').admin;
  const [phone = ''] = before.institute.phones;
  const [email = ''] = before.institute.emails;
  const changes = {
    institute: { ...before.institute, address: 'Plot 1204, Kampala Road, P.O. Box 70321, Kampala' },
    openingHours: [{ days: 'Monday to Friday', hours: '8:00 to 17:30' }],
    faq: [
      {
        category: 'Facilities' as const,
        question: 'Whom do I call?',
        answer: `${phone}, or ${email}, or https://institute.example/contact. A room is ${formatLocalMoney(350_000)} in 2027.`,
      },
    ],
  };
  expect((await site.update.mutate({ changes })).view).toMatchObject(changes);
});
