import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, findToast, openOffice, Refusal } from '../../testing/office.tsx';

const names = ['institute', 'emails', 'demo', 'program', 'intake', 'colleagues', 'registration'];
const steps = (...done: string[]) => names.map((name) => ({ name, isDone: done.includes(name) }));
const openDashboard = (firstSteps: object | null) =>
  openOffice('/admin', {
    'stats.firstSteps': firstSteps,
    'stats.dismissFirstSteps': {},
    'stats.attention': new Refusal(403, 'FORBIDDEN'),
  });

test('each of the first steps leads to its screen and says whether it is done', async () => {
  await openDashboard({ isDismissed: false, steps: steps('demo') });
  await screen.findByRole('region', { name: 'First steps' });
  expect(screen.getByText('1 of 7 done')).toBeTruthy();
  const links = [...screen.getByRole('region', { name: 'First steps' }).querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/site?section=institute',
    '/admin/site?section=institute',
    '/admin/trash',
    '/admin/programs',
    '/admin/intakes',
    '/admin/accounts',
    '/registration',
  ]);
  expect(screen.getByRole('link', { name: 'Done: Remove the demo content' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To do: Invite colleagues' })).toBeTruthy();
});

test('they are dismissed for good, or come back by Undo', async () => {
  const office = await openDashboard({ isDismissed: false, steps: steps() });
  await office.user.click(await findButton('Dismiss'));
  expect(await findToast('First steps dismissed')).toBeTruthy();
  await office.user.click(await findButton('Undo'));
  await expect
    .poll(() => office.inputs('stats.dismissFirstSteps'))
    .toEqual([{ isDismissed: true }, { isDismissed: false }]);
});

test.each([
  ['all is done', { isDismissed: false, steps: steps(...names) }],
  ['an owner has dismissed them', { isDismissed: true, steps: steps() }],
  ['the account is not an owner', null],
])('they are not shown when %s', async (_, firstSteps) => {
  const office = await openDashboard(firstSteps);
  await screen.findByText('What needs care could not be loaded');
  expect(office.inputs('stats.firstSteps')).not.toHaveLength(0);
  expect(screen.queryByText('First steps')).toBeNull();
});
