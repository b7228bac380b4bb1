import { defaultLook } from '@institute/contract/look';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { findButton, findDialog, listAnswer, openOffice } from '../../testing/office.tsx';

const navigation = (name: string) => within(screen.getByRole('navigation', { name }));
const names = (links: HTMLElement[]) => links.map(({ textContent }) => textContent);

const openTrash = (isOwner: boolean) =>
  openOffice('/admin/trash', {
    'account.get': { isOwner },
    'trash.list': listAnswer(),
    'contact.unread': 2,
    'registrations.countNew': 13,
    'messagesOut.counts': { waiting: 0, failing: 0, parked: 1, sentToday: 0, filedToday: 0 },
  });

test('the sidebar has 16 entries, of which Settings is the current one on each of its parts', async () => {
  await openTrash(false);
  await screen.findByRole('link', { name: 'Messages 3 unread or parked' });
  const sidebar = navigation('Admin');
  expect(sidebar.getAllByRole('link')).toHaveLength(16);
  const entries = (group: string) =>
    within(sidebar.getByRole('list', { name: group }))
      .getAllByRole('link')
      .map((link) => `${link.textContent?.replace(/\d.*/, '')} ${link.getAttribute('href')}`);
  expect(entries('System')).toEqual([
    ...['View All Postings /admin/posts', 'Coaches /admin/coaches', 'Programs /admin/programs'],
    ...['Gallery /admin/gallery', 'Facilities /admin/facilities', 'Alumni /admin/alumni'],
    'Pages /admin/pages',
  ]);
  expect(entries('Registrations')).toEqual(['View Users /admin/registrations']);
  expect(entries('Office')).toEqual([
    ...['Intakes /admin/intakes', 'Messages /admin/messages', 'Fees /admin/fees'],
    ...['Certificates /admin/certificates', 'Donations /admin/donations', 'Newsletter /admin/newsletter'],
    ...['Site /admin/site', 'Settings /admin/accounts'],
  ]);
  expect(names(sidebar.getAllByRole('link', { current: 'page' }))).toEqual(['Settings']);
  expect(sidebar.getByRole('link', { name: 'View Users 13 new' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View Site' }).getAttribute('href')).toBe('/');
});

test('only owners are offered the technical screens, as parts of Settings and in the palette', async () => {
  const offered = async () => {
    const office = await openTrash(false);
    await office.user.click(await findButton('Find anything'));
    const palette = await findDialog('Command palette');
    await office.user.type(palette.getByRole('combobox'), 'settings');
    return names(palette.getAllByRole('option'));
  };
  const account = ['Your Password', 'Two-Step Sign-In', 'Your Sessions'];
  const parts = [...account.map((part) => `Accounts › ${part}`), 'Media', 'Redirects', 'Trash', 'Activity'];
  expect(await offered()).toEqual(parts.map((part) => `Screens: Settings › ${part}`));
});

test('an owner goes from one technical screen to the next', async () => {
  const office = await openTrash(true);
  await office.user.click(await screen.findByRole('link', { name: 'Technical' }));
  expect(office.address()).toBe('/admin/api-keys');
  const settings = navigation('Settings');
  expect(names(settings.getAllByRole('link', { current: 'page' }))).toEqual(['Technical']);
  await office.user.click(navigation('Technical').getByRole('link', { name: 'About this installation' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'About this installation' })).toBeTruthy();
  expect(names(navigation('Admin').getAllByRole('link', { current: 'page' }))).toEqual(['Settings']);
});

test('a new name and logo are in the sidebar and in the tab as soon as they are saved', async () => {
  const institute = {
    name: 'Kampala Institute',
    logo: '',
    blurb: 'Learn',
    foundedYear: 2017,
    ...defaultLook,
  };
  const saved = { ...institute, name: 'Mbale Institute', logo: '/uploads/mbale.webp' };
  const icon = document.createElement('link');
  icon.rel = 'icon';
  icon.href = '/favicon.svg';
  document.head.append(icon);
  onTestFinished(() => icon.remove());
  const office = await openOffice('/admin/site?section=institute', {
    '/api/v1/site': { institute },
    'site.get': { view: { institute, slides: [] }, tag: '"1"', isOwner: true },
    'site.update': () => {
      office.answer({ '/api/v1/site': { institute: saved } });
      return { view: { institute: saved, slides: [] }, tag: '"2"' };
    },
    'uploads.list': listAnswer(),
  });
  await expect.poll(() => document.title).toBe('Site – Admin – Kampala Institute');
  const home = await screen.findByRole('link', { name: 'Kampala Institute' });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: saved.name } });
  await office.user.click(await findButton('Save'));
  await expect.poll(() => home.textContent).toBe('Mbale Institute');
  expect(home.querySelector('img')?.getAttribute('src')).toBe(saved.logo);
  expect(document.title).toBe('Site – Admin – Mbale Institute');
  expect(icon.getAttribute('href')).toMatch(/\/favicon\.svg\?at=\d+$/);
});
