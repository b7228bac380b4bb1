import { defaultLook } from '@institute/contract/look';
import { type Right, rights } from '@institute/contract/rights.constants';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Answers } from '../../testing/answers.ts';
import { listRegistrationAnswers, makeRegistration } from '../../testing/desk.ts';
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
    'View All Postings /admin/posts',
    'Coaches /admin/coaches',
    'Programs /admin/programs',
    'Gallery /admin/gallery',
    'Facilities /admin/facilities',
    'Alumni /admin/alumni',
    'Pages /admin/pages',
  ]);
  expect(entries('Registrations')).toEqual(['View Users /admin/registrations']);
  expect(entries('Office')).toEqual([
    'Intakes /admin/intakes',
    'Messages /admin/messages',
    'Fees /admin/fees',
    'Certificates /admin/certificates',
    'Donations /admin/donations',
    'Newsletter /admin/newsletter',
    'Site /admin/site',
    'Settings /admin/accounts/password',
  ]);
  expect(names(sidebar.getAllByRole('link', { current: 'page' }))).toEqual(['Settings']);
  expect(sidebar.getByRole('link', { name: 'View Users 13 new' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View Site' }).getAttribute('href')).toBe('/');
});

test('an account is offered the parts of Settings that it may see, also in the palette', async () => {
  const offered = async () => {
    const office = await openTrash(false);
    await office.user.click(await findButton('Find anything'));
    const palette = await findDialog('Command palette');
    await office.user.type(palette.getByRole('combobox'), 'settings');
    return names(palette.getAllByRole('option'));
  };
  const account = ['Your Password', 'Two-Step Sign-In', 'Your Sessions'];
  const parts = [
    ...account.map((part) => `Accounts › ${part}`),
    'Media',
    'Redirects',
    'Import',
    'Trash',
    'Activity',
  ];
  const technical = ['Webhooks', 'About this installation'].map((part) => `Technical › ${part}`);
  expect(await offered()).toEqual([...parts, ...technical].map((part) => `Screens: Settings › ${part}`));
});

const openAs = (path: string, given: readonly Right[], answers: Answers = {}) =>
  openOffice(path, { 'account.get': { rights: given }, ...answers });

test('an account sees the entries and the cards of its rights only, and asks for no count of others', async () => {
  const office = await openAs('/admin', ['content'], {
    'stats.get': {
      posts: 3,
      coaches: 1,
      galleryItems: 1,
      facilities: 1,
      programs: 2,
      registrations: 9,
      recentActivities: [],
    },
  });
  await screen.findByRole('heading', { level: 2, name: 'Posts' });
  const entries = navigation('Admin')
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(entries).toEqual([
    '/admin/posts',
    '/admin/coaches',
    '/admin/programs',
    '/admin/gallery',
    '/admin/facilities',
    '/admin/alumni',
    '/admin/pages',
    '/admin/newsletter',
    '/admin/site',
    '/admin/accounts/password',
  ]);
  expect(screen.queryByRole('heading', { level: 2, name: 'Registrations' })).toBeNull();
  expect(screen.queryByText('Registrations by week')).toBeNull();
  for (const call of ['stats.registrationWeeks', 'registrations.countNew', 'contact.unread'])
    expect(office.inputs(call)).toEqual([]);
});

test.each<[string, string, readonly Right[]]>([
  ['/admin/fees', 'Fees', ['content']],
  ['/admin/registrations', 'Registrations', ['settings']],
  ['/admin/posts', 'Posts', ['fees']],
  ['/admin/api-keys', 'API Keys', rights],
  ['/admin/registrations/7/print', 'Registration', ['certificates']],
  ['/admin/fees/7/statement', 'Statement', ['registrations']],
])('%s says in one line that the account cannot see it', async (path, name, given) => {
  await openAs(path, given);
  await screen.findByText(`Your account cannot see ${name}. Ask an owner.`);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([name]);
  const main = within(screen.getByRole('main'));
  expect([...main.queryAllByRole('button'), ...main.queryAllByRole('textbox')]).toEqual([]);
});

test('who keeps fees reads registrations, and is offered no decision, message or deletion', async () => {
  const office = await openAs('/admin/registrations', ['fees'], listRegistrationAnswers(makeRegistration()));
  await findButton('View Ann Akello');
  expect(screen.queryByRole('button', { name: 'Delete Ann Akello' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  expect(office.inputs('registrations.countNew')).toEqual([]);
});

test('an owner goes from one technical screen to the next', async () => {
  const office = await openTrash(true);
  const technical = () => screen.getByRole('link', { name: 'Technical' });
  await expect.poll(() => technical().getAttribute('href')).toBe('/admin/api-keys');
  await office.user.click(technical());
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
    'site.get': { view: { institute, slides: [] }, tag: '"1"', isOwner: true, unread: [] },
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

test('a folded group shows what waits in it, and is open again with a screen of its own', async () => {
  const office = await openTrash(false);
  await office.user.click(await findButton('Registrations'));
  const folded = await findButton('Registrations 13 new');
  expect(folded.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('link', { name: 'View Users 13 new' })).toBeNull();
  cleanup();
  const again = await openTrash(false);
  await again.user.click(await findButton('Registrations 13 new'));
  expect(await screen.findByRole('link', { name: 'View Users 13 new' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Office' })).toBeNull();
});

test('Control is in no tab of an account that keeps fees and is no owner', async () => {
  await openAs('/admin/fees/reconciliation', ['fees']);
  const tabs = within(await screen.findByRole('navigation', { name: 'Check' }));
  expect(names(tabs.getAllByRole('link'))).toEqual(['Reconciliation', 'Prices']);
  expect(names(navigation('Fees').getAllByRole('link'))).toEqual([
    'Accounts',
    'Payments',
    'The Day',
    'Check',
  ]);
});
