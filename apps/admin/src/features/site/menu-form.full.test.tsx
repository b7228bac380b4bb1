import { defaultMenu } from '@institute/contract/site.constants';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { findButton, listAnswer, openOffice } from '../../testing/office.tsx';

/** Stored by a release that had no alumni. */
const menu = defaultMenu.filter(({ entry }) => entry !== '/alumni');
const view = { menu, slides: [], institute: {} };

test('pages of the menu are moved by keyboard with the focus kept, hidden, and saved whole', async () => {
  const office = await openOffice('/admin/site?section=menu', {
    'pages.list': listAnswer(),
    'site.get': { view, tag: '"1"', isOwner: false, unread: [] },
    'site.update': ({ changes }) => ({ view: { ...view, ...changes }, tag: '"2"' }),
  });
  const up = await findButton('Move Gallery up');
  up.focus();
  await office.user.keyboard('{Enter}{Enter}');
  const part = within(screen.getByRole('region', { name: 'Menu' }));
  const names = () => part.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent);
  await waitFor(() => expect(names().slice(5, 8)).toEqual(['Gallery', 'Facilities', 'News']));
  expect(document.activeElement).toBe(await findButton('Move Gallery up'));
  expect(part.getByText('Gallery moved to place 6 of 12')).toBeTruthy();

  expect(screen.queryByRole('checkbox', { name: 'Hide Home' })).toBeNull();
  await office.user.click(screen.getByRole('checkbox', { name: 'Hide FAQ' }));
  await office.user.click(await findButton('Save'));
  await waitFor(() => expect(office.inputs('site.update')).toHaveLength(1));
  const [{ changes }] = office.inputs('site.update') as [{ changes: { menu: typeof defaultMenu } }];
  expect(changes.menu.map(({ entry }) => entry).slice(4, 7)).toEqual(['/coaches', '/gallery', '/facilities']);
  expect(changes.menu.at(-1)?.entry).toBe('/alumni');
  expect(changes.menu.filter(({ hidden }) => hidden)).toEqual([{ entry: '/faq', hidden: true }]);
});

test('the menu waits for the titles of own pages, and has their addresses without them', async () => {
  let refuse = (_: Refusal) => {};
  const stored = { ...view, menu: [{ entry: '/p/rules', hidden: false }, ...menu] };
  await openOffice('/admin/site?section=menu', {
    'pages.list': new Promise<Refusal>((resolve) => (refuse = resolve)),
    'site.get': { view: stored, tag: '"1"', isOwner: false, unread: [] },
  });
  const part = within(await screen.findByRole('region', { name: 'Menu' }));
  expect(part.queryByRole('button', { name: /^Move/ })).toBeNull();
  refuse(new Refusal(403, 'FORBIDDEN'));
  await findButton('Move /p/rules down');
});

test('own pages follow the others until they are moved or hidden, and gone ones are left out', async () => {
  const showEntry = (entry: string) => ({ entry, hidden: false });
  const stored = { ...view, menu: [showEntry('/'), showEntry('/p/gone'), showEntry('/p/rules')] };
  const pages = [
    { id: 1, path: 'hostel', title: 'The hostel', status: 'draft', publishAt: null },
    { id: 2, path: 'rules', title: 'House rules', status: 'published', publishAt: null },
  ] satisfies Answer<'pages.list'>['items'];
  const office = await openOffice('/admin/site?section=menu', {
    'pages.list': listAnswer(...pages),
    'site.get': { view: stored, tag: '"1"', isOwner: false, unread: [] },
    'site.update': ({ changes }) => ({ view: { ...stored, ...changes }, tag: '"2"' }),
  });
  await screen.findByText('Draft');
  expect(office.inputs('pages.list')).toMatchObject([{ inMenu: true, sort: 'position' }]);
  await office.user.click(screen.getByRole('checkbox', { name: 'Hide The hostel' }));
  await office.user.click(await findButton('Move House rules down'));
  await office.user.click(await findButton('Save'));
  await waitFor(() => expect(office.inputs('site.update')).toHaveLength(1));
  const [{ changes }] = office.inputs('site.update') as [{ changes: { menu: typeof stored.menu } }];
  expect(changes.menu.slice(0, 3)).toEqual(['/', '/about', '/p/rules'].map(showEntry));
  expect(changes.menu.at(-1)).toEqual({ entry: '/p/hostel', hidden: true });
  expect(changes.menu).toHaveLength(defaultMenu.length + 2);
});

test('a link to another site is named, put below a page, and saved; an incomplete one says what is missing', async () => {
  const office = await openOffice('/admin/site?section=menu', {
    'pages.list': listAnswer(),
    'site.get': { view: { ...view, menu: defaultMenu }, tag: '"1"', isOwner: false, unread: [] },
    'site.update': ({ changes }) => ({ view: { ...view, ...changes }, tag: '"2"' }),
  });
  await office.user.click(await findButton('Add link'));
  await office.user.click(await findButton('Save'));
  expect(await screen.findAllByText('This is required')).not.toHaveLength(0);
  expect(office.inputs('site.update')).toEqual([]);

  await office.user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Results');
  await office.user.type(screen.getByRole('textbox', { name: /^Address/ }), 'https://results.example/2026');
  await office.user.click(screen.getByRole('checkbox', { name: 'Below Results' }));
  await office.user.click(screen.getByRole('checkbox', { name: 'Below About' }));
  expect(screen.queryByRole('checkbox', { name: 'Below Home' })).toBeNull();
  await office.user.click(await findButton('Save'));
  await waitFor(() => expect(office.inputs('site.update')).toHaveLength(1));
  const [{ changes }] = office.inputs('site.update') as [{ changes: { menu: object[] } }];
  expect(changes.menu.at(-1)).toEqual({
    entry: 'https://results.example/2026',
    hidden: false,
    label: 'Results',
    below: true,
  });
  expect(changes.menu[1]).toEqual({ entry: '/about', hidden: false, below: true });
  await office.user.click(await findButton('Remove Results'));
  expect(screen.queryByRole('textbox', { name: /^Name/ })).toBeNull();
});
