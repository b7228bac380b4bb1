import { formatLocalMoney } from '@institute/contract/money';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listRegistrationAnswers, makeRegistration } from '../../testing/desk.ts';
import { findButton, openOffice } from '../../testing/office.tsx';

const item = makeRegistration({ id: 7, status: 'accepted' });
const SUMS = `Charged ${formatLocalMoney(600_000)}, paid ${formatLocalMoney(250_000)}. These lines stay in the book.`;

const openDesk = (isOwner: boolean) =>
  openOffice('/admin/registrations', {
    'account.get': { isOwner },
    ...listRegistrationAnswers(item),
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
