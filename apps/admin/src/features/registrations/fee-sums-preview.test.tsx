import { type Registration, registration, registrationExamples } from '@institute/contract';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, listAnswer, openOffice } from '../../testing/office.tsx';

const { examples } = registration.meta() as { examples: Registration[] };
const item = {
  ...(examples[0] as Registration),
  ...registrationExamples,
  id: 7,
  firstName: 'Ann',
  lastName: 'Akello',
  version: 1,
  status: 'accepted',
  createdAt: '2026-11-20T10:00:00.000Z',
  isAgeUnknown: false,
  isDuplicate: false,
};
const SUMS = 'Charged UGX 600,000, paid UGX 250,000. These lines stay in the book.';

const openDesk = (isOwner: boolean) =>
  openOffice('/admin/registrations', {
    'account.get': {
      email: 'a@example.org',
      isOwner,
      rights: ['content', 'registrations', 'fees', 'certificates', 'settings'],
    },
    'registrations.list': {
      ...listAnswer(item),
      totals: Object.fromEntries(registrationStatuses.map((status) => [status, 1])),
      areTotalsLow: false,
    },
    'registrations.choices': { programs: [], intakes: [] },
    'fees.sum': { charged: 600_000, paid: 250_000 },
  });

test('who deletes a registration with fees sees what was charged and paid', async () => {
  const office = await openDesk(true);
  await office.user.click(await findButton('Delete Ann Akello'));
  expect(await screen.findByText(SUMS)).toBeTruthy();
  expect(office.inputs('fees.sum')).toEqual([{ registrations: [7] }]);
});

test('who deletes several sees the sums of all of them', async () => {
  const office = await openDesk(true);
  await office.user.click(await screen.findByRole('checkbox', { name: /Ann Akello/ }));
  await office.user.click(await findButton('Delete selected'));
  expect(await screen.findByText(SUMS)).toBeTruthy();
});

test('an account that is no owner asks for no sums', async () => {
  const office = await openDesk(false);
  await office.user.click(await findButton('Delete Ann Akello'));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(office.inputs('fees.sum')).toEqual([]);
});
