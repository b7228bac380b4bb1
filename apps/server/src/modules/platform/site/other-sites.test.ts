import type { SiteSettings } from '@institute/contract';
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
