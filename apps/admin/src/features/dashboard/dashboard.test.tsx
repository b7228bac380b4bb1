import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { email, findButton, openOffice, Refusal } from '../../testing/office.tsx';

const createdAt = '2026-11-20T10:00:00.000Z';
const line = { id: 1, type: 'create', entityType: 'registration', entityId: 5, createdAt };
const stats = {
  posts: 1,
  coaches: 2,
  galleryItems: 3,
  facilities: 4,
  programs: 5,
  registrations: 1234,
  recentActivities: [
    { ...line, description: 'New registration REG-1', user: null },
    { ...line, id: 2, description: 'Updated registration REG-2', user: { id: 1, email } },
  ],
};
const weeks = ['2026-11-09', '2026-11-16'];

test('shows a card for each count, the recent activity and the registrations by week', async () => {
  const office = await openOffice('/admin', {
    'stats.get': stats,
    'stats.registrationWeeks': { weeks, programs: [{ name: 'Tailoring', counts: [2, 3] }] },
    'stats.attention': new Refusal(403, 'FORBIDDEN'),
  });
  const card = within(await screen.findByRole('article', { name: 'Registrations' }));
  expect(card.getByText('1,234')).toBeTruthy();
  expect(card.getByRole('link').getAttribute('href')).toBe('/admin/registrations');
  expect(screen.getAllByRole('article')).toHaveLength(6);
  const activity = within(screen.getByRole('region', { name: 'Recent Activity' })).getAllByRole('listitem');
  expect(activity[0]?.textContent).toMatch(/REG-1.*System · /);
  expect(activity[1]?.textContent).toContain(email);
  const line = screen.getByRole('link', { name: 'Updated registration REG-2' });
  expect(line.getAttribute('href')).toBe('/admin/registrations?open=5');
  await screen.findByText('What needs care could not be loaded');

  await office.user.click(await findButton('Show as table'));
  const rows = within(screen.getByRole('table', { name: 'Registrations by week and program' })).getAllByRole(
    'row',
  );
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Week fromTailoringTotal',
    '16 Nov 202633',
    '9 Nov 202622',
  ]);
  await findButton('Show as chart');
});

test('cards and weeks have their places before the account is known, and ask for nothing', async () => {
  const office = await openOffice('/admin', {
    'account.get': () => new Promise(() => {}),
    'stats.get': stats,
    'stats.attention': new Refusal(403, 'FORBIDDEN'),
  });
  await screen.findByText('What needs care could not be loaded');
  expect(screen.getByRole('region', { name: 'Registrations by week' })).toBeTruthy();
  expect(screen.getAllByTestId('skeleton')).toHaveLength(7);
  expect(office.inputs('stats.registrationWeeks')).toEqual([]);
});

test('says when there are no figures, and asks for them again', async () => {
  const office = await openOffice('/admin', { 'stats.get': new Refusal(403, 'FORBIDDEN') });
  await screen.findByText('No stats found');
  office.answer({ 'stats.get': { ...stats, recentActivities: [] } });
  await office.user.click(await findButton('Try again'));
  expect(await screen.findAllByRole('article')).toHaveLength(6);
  await screen.findByText(/^Nothing has been done yet\./);
});
