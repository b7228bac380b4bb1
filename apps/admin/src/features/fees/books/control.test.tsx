import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../../testing/answers.ts';
import { asOwner, openOffice } from '../../../testing/office.tsx';

const line = {
  at: '2027-02-03T08:15:00.000Z',
  by: 'till@example.org',
  name: 'Ann Akello',
  registrationId: 7,
  reason: null,
  doneBy: null,
  number: null,
  receiptNumber: null,
  receiptCode: null,
  path: null,
  statement: null,
};
const path = 'FEE-2027-000003 Grace Akello → unassigned → Ben Okot';
const cancelled = { receiptNumber: 'FEE-2027-000003', doneBy: 'jane@example.org' };
const control = {
  items: [
    { ...line, kind: 'reprint', amount: 100_000, number: 'FEE-2027-000004', receiptCode: 'ABC' },
    { ...line, kind: 'countered', amount: 7000, number: 'CAN-2027-000001', reason: 'Twice', ...cancelled },
    { ...line, kind: 'donation', amount: 5000, name: null, registrationId: null, number: 'CAN-2027-000002' },
    {
      ...line,
      kind: 'move',
      amount: 6000,
      number: 'FEE-2027-000003',
      receiptCode: 'DEF',
      path,
      reason: 'His',
    },
    { ...line, kind: 'assignment', amount: 5000, path: 'unassigned → Ben Okot' },
    { ...line, kind: 'backdated', amount: 9000 },
    { ...line, kind: 'discount', amount: 40_000, by: null, reason: 'Sister' },
    { ...line, kind: 'difference', amount: -1000, name: null, registrationId: null, reason: 'A note' },
  ],
  sums: [
    { by: null, kind: 'discount', count: 1, amount: 40_000 },
    { by: 'till@example.org', kind: 'reprint', count: 3, amount: 300_000 },
  ],
} satisfies Answer<'fees.control'>;

test('a month shows sums by person, and each line leads to where it stands', async () => {
  const office = await openOffice('/admin/fees/control?month=2027-02', {
    ...asOwner,
    'fees.control': control,
  });
  const people = within(await screen.findByRole('table', { name: 'By person' })).getAllByRole('row');
  expect(people.map(({ textContent }) => textContent)).toEqual([
    'PersonWhatTimesAmount',
    'A programDiscount1 ×40,000',
    'till@example.orgReceipt printed again3 ×300,000',
  ]);
  const lines = within(screen.getByRole('table', { name: 'Each of them' }));
  expect(lines.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/receipts/ABC',
    '/admin/fees/book?q=CAN-2027-000001',
    '/admin/donations?q=CAN-2027-000002',
    '/receipts/DEF',
    '/admin/fees/book?from=2027-02-03&to=2027-02-03&recordedBy=till%40example.org',
    '/admin/fees/book?from=2027-02-03&to=2027-02-03&recordedBy=till%40example.org',
    '/admin/registrations?open=7',
    '/admin/fees/closing?to=2027-02-03',
  ]);
  expect(lines.getByText(`${path}: His`)).toBeTruthy();
  expect(lines.getByText('Ann Akello: Twice, FEE-2027-000003, cancelled by jane@example.org')).toBeTruthy();
  await office.user.selectOptions(screen.getByLabelText('Show'), 'Refund');
  expect(lines.queryAllByRole('link')).toEqual([]);
  expect(office.inputs('fees.control')).toEqual([{ month: '2027-02' }]);
});

test('a month without any of it says so', async () => {
  await openOffice('/admin/fees/control', { ...asOwner, 'fees.control': { items: [], sums: [] } });
  expect(await screen.findByText('Nothing of this kind in this month.')).toBeTruthy();
});

test('who is no owner is sent to one, and asks for nothing', async () => {
  const office = await openOffice('/admin/fees/control', { 'account.get': { isOwner: false } });
  expect(await screen.findByText('Your account cannot see Control. Ask an owner.')).toBeTruthy();
  expect(office.inputs('fees.control')).toEqual([]);
});

test('the days of a week are shown by their address, and a month can be chosen instead', async () => {
  const office = await openOffice('/admin/fees/control?from=2027-02-01&to=2027-02-07', {
    ...asOwner,
    'fees.control': { items: [], sums: [] },
  });
  expect(await screen.findByText('Nothing of this kind in these days.')).toBeTruthy();
  const month = screen.getByLabelText<HTMLSelectElement>('Month');
  expect(month.selectedOptions[0]?.textContent).toBe('1 Feb 2027 – 7 Feb 2027');
  const newest = month.options[1]?.value ?? '';
  await office.user.selectOptions(month, newest);
  expect(await screen.findByText('Nothing of this kind in this month.')).toBeTruthy();
  expect(office.inputs('fees.control')[0]).toEqual({ from: '2027-02-01', to: '2027-02-07' });
  expect(office.inputs('fees.control').at(-1)).toEqual({ month: newest });
});
