import { formatLocalMoney } from '@institute/contract/money';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/answers.ts';
import { Refusal } from '../../../testing/answers.ts';
import { openOffice } from '../../../testing/office.tsx';

const half = { label: 'First half', amount: 500_000, dueDays: null };
const intake = { id: 5, startsOn: '2027-02-01', instalments: [half], tag: '"intake-5-1"' };
const weaving = {
  id: 3,
  name: 'Weaving',
  price: 1_000_000,
  instalments: [],
  tag: '"program-3-7"',
  intakes: [intake, { ...intake, id: 6, startsOn: '2027-06-01', instalments: [] }],
};
const asBursar = { 'account.get': { rights: ['fees'] }, 'fees.prices': [weaving] } satisfies Answers;

const readRows = async () =>
  within(await screen.findByRole('table', { name: 'Prices' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').slice(0, 3))
    .map((cells) => cells.map(({ textContent }) => textContent));

test('who keeps the fees sees what programs and intakes cost, and changes it', async () => {
  const office = await openOffice('/admin/fees/prices', { ...asBursar, 'fees.setPrice': undefined });
  expect(await readRows()).toEqual([
    ['Weaving', formatLocalMoney(1_000_000), ''],
    [
      'Weaving, 1 Feb 2027',
      formatLocalMoney(500_000),
      `First half: ${formatLocalMoney(500_000)}, on acceptance`,
    ],
    ['Weaving, 1 Jun 2027', 'As the program', ''],
  ]);

  await office.user.click(screen.getByRole('button', { name: 'Edit Weaving' }));
  const price = screen.getByLabelText(/^Price/);
  await office.user.clear(price);
  await office.user.type(price, '900000');
  await office.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The price is changed')).toBeTruthy();

  await office.user.click(screen.getByRole('button', { name: 'Edit Weaving, 1 Feb 2027' }));
  expect(screen.queryByLabelText(/^Price/)).toBeNull();
  expect(screen.getByText(`Instalments: ${formatLocalMoney(500_000)} of 1,000,000`)).toBeTruthy();
  await office.user.click(screen.getByRole('button', { name: 'Remove instalment 1' }));
  await office.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(office.inputs('fees.setPrice')).toEqual([
      { programId: 3, price: 900_000, instalments: [], ifMatch: weaving.tag },
      { intakeId: 5, instalments: [], ifMatch: intake.tag },
    ]),
  );
});

test('a price that somebody else changed first is not written over, and stays typed', async () => {
  const office = await openOffice('/admin/fees/prices', {
    ...asBursar,
    'fees.setPrice': new Refusal(412, 'PRECONDITION_FAILED', 'This was changed by somebody else'),
  });
  await office.user.click(await screen.findByRole('button', { name: 'Edit Weaving' }));
  await office.user.type(screen.getByLabelText(/^Price/), '0');
  await office.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/This was changed by somebody else/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('10000000');
});
