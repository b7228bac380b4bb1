import { formatLocalMoney } from '@institute/contract/money';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { asOwner, findButton, findToast, openOffice } from '../../../testing/office.tsx';

const crossed = {
  id: 4,
  registrationId: 7,
  name: 'Ann Akello',
  reference: 'REG-2027-000007',
  receiptNumber: 'FEE-2027-000003',
  amount: 100_000,
  storedId: 1,
  storedUnder: 'B1',
  storedPayer: 'OKOT BEN',
  storedReason: '000130',
  storedAmount: 200_000,
  storedOn: '2027-01-15',
  ownId: 2,
  ownUnder: 'B2',
  ownPayer: 'AKELLO',
  ownReason: '000125',
  ownAmount: 100_000,
  ownOn: '2027-01-15',
};

test('crossed payments show both lines of the statement, and are put right after a question', async () => {
  const office = await openOffice('/admin/fees/unassigned', {
    ...asOwner,
    'fees.unassigned': { items: [], total: 0 },
    'fees.crossed': [crossed, { ...crossed, id: 5, ownId: null, ownAmount: null, ownOn: null }],
    'fees.putCrossedRight': { count: 1 },
  });
  const table = await screen.findByRole('table', { name: 'Payments under the wrong transaction' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent).toContain(`B1, ${formatLocalMoney(200_000)}, 15 Jan 2027, OKOT BEN, 000130`);
  expect(first?.textContent).toContain(`B2, ${formatLocalMoney(100_000)}, 15 Jan 2027, AKELLO, 000125`);
  expect(second?.textContent).toContain('Not known: unassign it in the account, and assign it anew');
  await office.user.click(await findButton('Put Right'));
  const question = await screen.findByRole('alertdialog', { name: 'Put 1 payment right?' });
  await office.user.click(within(question).getByRole('button', { name: 'Put Right' }));
  await findToast('1 payment put right');
  expect(office.inputs('fees.putCrossedRight')).toHaveLength(1);
});
