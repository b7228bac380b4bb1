import { formatLocalMoney } from '@institute/contract/money';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { PartOf } from '../../../testing/answers.ts';
import { asOwner, findButton, findToast, openOffice } from '../../../testing/office.tsx';

type Waiting = PartOf<AdminAnswers['fees']['waiting']['items']>;
const waitingLine = {
  id: 1,
  method: 'bank',
  operatorId: 'FT1',
  amount: 50_000,
  receivedOn: '2025-10-02',
  payerName: 'OKOT',
  payerPhone: null,
  note: null,
  parts: [{ registrationId: 7, amount: 50_000, name: 'Ann Akello' }],
  recordedBy: 'till@example.org',
  recordedAt: '2027-01-02T10:00:00.000Z',
  state: 'waiting',
  message: null,
  twin: null,
} satisfies Waiting[number];
const twin = { movementId: 5, receiptNumber: 'FEE-2027-000005' };
const waiting = [
  waitingLine,
  { ...waitingLine, id: 2, operatorId: 'FT2', parts: [] },
  {
    ...waitingLine,
    id: 3,
    operatorId: 'FT3',
    state: 'likely',
    message: 'Likely the one recorded as FEE-2027-000005',
    twin,
  },
] satisfies Waiting;

test('an owner stores the lines that wait with one press, but what may be on record by its own', async () => {
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.waiting': { items: waiting, total: 3 },
    'fees.confirmWaiting': { count: 2 },
    'fees.leaveOutWaiting': { count: 1 },
  });
  expect(
    await screen.findByRole('heading', { name: '3 lines of October 2025 wait for an owner' }),
  ).toBeTruthy();
  expect(screen.getByText('Ann Akello. Likely the one recorded as FEE-2027-000005')).toBeTruthy();
  await office.user.click(await findButton('Confirm 2 Lines'));
  await findToast('2 payments stored');
  await office.user.click(await findButton(`Another payment: ${formatLocalMoney(50_000)} of 2 Oct 2025`));
  await waitFor(() =>
    expect(office.inputs('fees.confirmWaiting')).toEqual([
      { ids: [1, 2], another: [] },
      { ids: [3], another: [3] },
    ]),
  );
  const [first] = await screen.findAllByRole('button', {
    name: `Leave out ${formatLocalMoney(50_000)} of 2 Oct 2025`,
  });
  await office.user.click(first as HTMLElement);
  await office.user.click(await findButton('Leave Out'));
  await findToast('The line is left out');
  expect(office.inputs('fees.leaveOutWaiting')).toEqual([{ ids: [1] }]);
});

test('a bursar sees which lines wait, and cannot store them', async () => {
  await openOffice('/admin/fees/import', { 'fees.waiting': { items: waiting, total: 3 } });
  expect(await screen.findByText(/Only an owner stores them/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(?:Confirm|Leave out|Another)/ })).toBeNull();
});
