import { formatLocalMoney } from '@institute/contract/money';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { PartOf } from '../../../testing/answers.ts';
import { Refusal } from '../../../testing/answers.ts';
import { asOwner, findButton, findDialog, findToast, openOffice } from '../../../testing/office.tsx';

const row = {
  id: 9,
  kind: 'deposit',
  numbers: [],
  amount: 500_000,
  method: 'bank',
  bank: 'Stanbic',
  operatorId: 'DS 77',
  receivedOn: '2027-01-04',
  recordedAt: '2027-01-04T08:30:00.000Z',
  recordedBy: 'jane@example.org',
  payerName: null,
  reason: null,
  parts: [],
  counters: null,
  counteredBy: null,
  isBackdated: false,
} satisfies PartOf<AdminAnswers['fees']['book']['items'][number]>;
const answers = {
  ...asOwner,
  'fees.unclosed': { items: [], unbanked: 99_000 },
  'fees.book': { items: [row], total: 1, totals: { in: 0, out: 0, net: 0 } },
};

test('cash to the bank is recorded with its bank and slip, and what is wrong stays at its field', async () => {
  const message = 'This slip is on record already';
  const office = await openOffice('/admin/fees/cash-to-bank', {
    ...answers,
    'fees.deposit': new Refusal(409, 'CONFLICT', message, [{ path: 'slip', message }]),
  });
  expect(await screen.findByText(/99,000 of what closings have counted/)).toBeTruthy();
  await office.user.click(await findButton('Record Cash to Bank'));
  const dialog = await findDialog('Cash to Bank');
  await office.user.type(dialog.getByLabelText(/^Amount/), '500000{Enter}');
  expect(await dialog.findByText('This is required')).toBeTruthy();
  await office.user.type(dialog.getByLabelText(/^Bank(?!ed)/), 'Stanbic');
  await office.user.type(dialog.getByLabelText(/^Slip/), 'DS 77{Enter}');
  expect(await dialog.findByText('Nothing was recorded')).toBeTruthy();
  expect(dialog.getAllByText(message)).toHaveLength(1);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('500,000');
  office.answer({ 'fees.deposit': { id: 10 } });
  await office.user.type(dialog.getByLabelText(/^Slip/), '8{Enter}');
  await findToast('The cash to bank is recorded');
  expect(office.inputs('fees.deposit').at(-1)).toMatchObject({
    amount: 500_000,
    bank: 'Stanbic',
    slip: 'DS 778',
  });
});

test('a wrong deposit is cancelled with a reason by a counter-entry', async () => {
  const office = await openOffice('/admin/fees/cash-to-bank', {
    ...answers,
    'fees.counter': { id: 11, number: 'CAN-2027-000001' },
  });
  const line = within(await screen.findByRole('row', { name: /DS 77/ }));
  await office.user.click(
    line.getByRole('button', { name: `Cancel ${formatLocalMoney(500_000)} of 4 Jan 2027` }),
  );
  const dialog = await findDialog('Cancel Cash to Bank');
  await office.user.type(dialog.getByLabelText(/^Reason/), 'Not taken{Enter}');
  await findToast('The cash to bank is cancelled');
  expect(office.inputs('fees.counter')).toMatchObject([{ movementId: 9, reason: 'Not taken' }]);
});
