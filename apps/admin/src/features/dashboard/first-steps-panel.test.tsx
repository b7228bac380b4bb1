import { ownTexts } from '@institute/contract/site-parts.constants';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, findToast, openOffice, Refusal } from '../../testing/office.tsx';

const names = ['institute', 'phones', 'emails', 'demo', 'program', 'intake', 'colleagues', 'registration'];
const steps = (...done: string[]) =>
  names.map((name) => ({ name, isDone: done.includes(name), isDemo: name === 'phones' }));
const openDashboard = (firstSteps: object | null) =>
  openOffice('/admin', {
    'stats.firstSteps': firstSteps,
    'stats.dismissFirstSteps': {},
    'stats.attention': new Refusal(403, 'FORBIDDEN'),
  });

test('each of the first steps leads to its screen and says whether it is done', async () => {
  await openDashboard({
    isDismissed: false,
    steps: steps('demo'),
    untouched: Object.keys(ownTexts).slice(4),
  });
  await screen.findByRole('region', { name: 'First steps' });
  expect(screen.getByText('1 of 8 done')).toBeTruthy();
  const links = [...screen.getByRole('region', { name: 'First steps' }).querySelectorAll('ol a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/site?section=institute',
    '/admin/site?section=contact',
    '/admin/site?section=contact',
    '/admin/trash',
    '/admin/programs',
    '/admin/intakes',
    '/admin/accounts',
    '/registration',
  ]);
  expect(screen.getByRole('link', { name: 'Done: Remove the demo content' })).toBeTruthy();
  expect(
    screen.getByRole('link', { name: 'To do: Invite colleagues Yours is the only account' }),
  ).toBeTruthy();
  expect(links[1]?.textContent).toContain('A number is still the demo’s');
  expect(links[2]?.textContent).toContain('there is none');
  expect(screen.getByText('Texts of the site: 4 of 22 are yours')).toBeTruthy();
  const texts = within(screen.getByRole('list', { name: 'Texts to write' }));
  expect(texts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'About',
    'Programs page',
    'Opening hours',
    'Map and document',
    'Questions',
    'Facilities page',
    'and 12 more',
  ]);
  expect(texts.getByRole('link', { name: 'Opening hours' }).getAttribute('href')).toBe(
    '/admin/site?section=hours',
  );
});

test('they are dismissed for good, or come back by Undo', async () => {
  const office = await openDashboard({ isDismissed: false, steps: steps(), untouched: [] });
  await office.user.click(await findButton('Dismiss'));
  expect(await findToast('First steps dismissed')).toBeTruthy();
  await office.user.click(await findButton('Undo'));
  await expect
    .poll(() => office.inputs('stats.dismissFirstSteps'))
    .toEqual([{ isDismissed: true }, { isDismissed: false }]);
});

test.each([
  ['all is done', { isDismissed: false, steps: steps(...names), untouched: [] }],
  ['an owner has dismissed them', { isDismissed: true, steps: steps(), untouched: [] }],
  ['the account is not an owner', null],
])('they are not shown when %s', async (_, firstSteps) => {
  const office = await openDashboard(firstSteps);
  await screen.findByText('What needs care could not be loaded');
  expect(office.inputs('stats.firstSteps')).not.toHaveLength(0);
  expect(screen.queryByText('First steps')).toBeNull();
});
