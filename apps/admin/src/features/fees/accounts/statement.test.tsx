import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { PartOf } from '../../../testing/answers.ts';
import { feeCharge, makeOpenedAccount } from '../../../testing/desk.ts';
import { openOffice } from '../../../testing/office.tsx';

const payment = {
  id: 3,
  movementId: 30,
  kind: 'payment',
  method: 'cash',
  state: 'received',
  isMoved: false,
  isTest: false,
  amount: 250_000,
  receivedOn: '2027-02-02',
  receiptNumber: 'FEE-2027-000001',
  refundNumber: null,
} satisfies PartOf<AdminAnswers['fees']['account']['payments'][number]>;

test('a statement has charges and payments by day with the running balance', async () => {
  await openOffice('/admin/fees/7/statement', {
    'fees.account': {
      ...makeOpenedAccount(7, 'Ann Akello'),
      payCode: '000071',
      charges: [
        { ...feeCharge, id: 1, label: 'First term' },
        { ...feeCharge, id: 2, label: 'Registration', amount: 200_000, dueOn: '2027-01-01' },
      ],
      payments: [
        { ...payment, id: 5, kind: 'refund', amount: 50_000, receivedOn: '2027-02-03', receiptNumber: null },
        { ...payment, id: 4, state: 'cancelled', amount: 7000 },
        payment,
      ],
    },
  });
  expect(await screen.findByRole('heading', { name: 'Statement: Ann Akello' })).toBeTruthy();
  expect(screen.getByText('REG-2027-000007 · Tailoring · pay code 000071')).toBeTruthy();
  const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent).join(' | ');
  expect(screen.getAllByRole('row').map(cells)).toEqual([
    'Day | What | Charged | Paid | Balance',
    '1 Jan 2027 | Registration | 200,000 |  | 200,000',
    '2 Feb 2027 | Cash, FEE-2027-000001 |  | 250,000 | -50,000',
    '3 Feb 2027 | Refund |  | -50,000 | 0',
    '1 Mar 2027 | First term | 600,000 |  | 600,000',
  ]);
});
