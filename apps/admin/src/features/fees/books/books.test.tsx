import { formatLocalMoney } from '@institute/contract/money';
import { payChannels } from '@institute/contract/place';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { PartOf } from '../../../testing/answers.ts';
import { Refusal } from '../../../testing/answers.ts';
import { feeCharge } from '../../../testing/desk.ts';
import { asOwner, findButton, findDialog, findToast, openOffice } from '../../../testing/office.tsx';

const noRows = { items: [], total: 0, totals: { in: 0, out: 0, net: 0 } };

test('the takings have a row for each day and cashier, a column for each method, and lead to the book', async () => {
  const jane = { recordedBy: 'jane.doe@example.org', count: 1, notValid: 0 };
  const office = await openOffice('/admin/fees/takings?from=2027-01-01&to=2027-01-31', {
    ...asOwner,
    'fees.takings': {
      items: [
        { day: '2027-01-05', method: 'cash', amount: -20_000, receipts: 0, ...jane },
        { day: '2027-01-02', method: 'cash', amount: 30_000, receipts: 2, ...jane, notValid: 3 },
        { day: '2027-01-02', method: 'mtn', amount: 500_000, receipts: 1, ...jane },
        { day: '2027-01-02', method: 'online', amount: 4000, receipts: 1, ...jane, recordedBy: null },
      ],
    },
    'fees.book': noRows,
  });
  const table = within(await screen.findByRole('table'));
  // Without the name that only paper shows
  const readCell = (cell: Element) =>
    [cell, ...cell.querySelectorAll('[aria-hidden]')].reduce(
      (text, { textContent }, at) => (at === 0 ? textContent : text.slice(0, -textContent.length)),
      '',
    );
  const readCells = (row: HTMLElement) => [...row.children].map(readCell).join(' | ');
  expect(table.getAllByRole('row').map(readCells)).toEqual([
    `Day | Online | ${payChannels.mtn.name} | Cash | Total | Receipts | Cancelled or moved`,
    'All days | 4,000 | 500,000 | 10,000 | 514,000 | 4 | 3',
    '5 Jan 2027, jane.doe@example.org |  |  | -20,000 | -20,000 | 0 | 0',
    '2 Jan 2027, jane.doe@example.org |  | 500,000 | 30,000 | 530,000 | 3 | 3',
    '2 Jan 2027, Payment provider | 4,000 |  |  | 4,000 | 1 | 0',
  ]);
  expect(table.getAllByText('Jane Doe')).toHaveLength(2);
  expect(office.inputs('fees.takings')[0]).toEqual({ from: '2027-01-01', to: '2027-01-31' });
  await office.user.click(table.getByRole('link', { name: '5 Jan 2027, jane.doe@example.org' }));
  await waitFor(() =>
    expect(office.inputs('fees.book')[0]).toMatchObject({
      from: '2027-01-05',
      to: '2027-01-05',
      box: 'jane.doe@example.org',
    }),
  );
});

test('the book has its rows, sums of what is filtered, and filters', async () => {
  const row = {
    id: 9,
    kind: 'payment',
    numbers: ['FEE-2027-000001', 'FEE-2027-000002'],
    amount: 60_000,
    method: 'bank',
    operatorId: 'TRF9',
    receivedOn: '2027-01-02',
    recordedAt: '2027-01-12T08:30:00.000Z',
    recordedBy: 'jane@example.org',
    payerName: 'OKELLO',
    reason: null,
    parts: [
      { partId: 1, registrationId: 7, reference: 'REG-2027-000007', name: 'Ann Akello', amount: 40_000 },
      { partId: 2, registrationId: 8, reference: null, name: 'Ben Okot', amount: 20_000 },
    ],
    counters: null,
    counteredBy: 10,
    isBackdated: true,
  } satisfies PartOf<AdminAnswers['fees']['book']['items'][number]>;
  const office = await openOffice('/admin/fees/book?kind=payment', {
    ...asOwner,
    'fees.book': { items: [row], total: 1, totals: { in: 60_000, out: -5000, net: 55_000 } },
    'fees.cashiers': ['jane@example.org', 'left@example.org'],
  });
  expect(
    await screen.findByText(
      `In ${formatLocalMoney(60_000)} · Out ${formatLocalMoney(5000)} · Net ${formatLocalMoney(55_000)}`,
    ),
  ).toBeTruthy();
  const line = await screen.findByRole('row', { name: /TRF9/ });
  expect(line.textContent).toBe(
    '12 Jan 2027, 11:302 Jan 2027 BackdatedPayment Cancelled60,000Bank, TRF9FEE-2027-000001, FEE-2027-000002Ann Akello 40,000Ben Okot 20,000by OKELLOjane@example.org',
  );
  expect(office.inputs('fees.book')[0]).toMatchObject({ kind: 'payment', sort: '-recordedAt' });
  expect(
    within(line)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/admin/registrations?open=7']);
  await office.user.click(await findButton('Filters'));
  await office.user.selectOptions(screen.getByLabelText('Recorded By'), 'left@example.org');
  await waitFor(() =>
    expect(office.inputs('fees.book').at(-1)).toMatchObject({ recordedBy: 'left@example.org' }),
  );
  await office.user.selectOptions(screen.getByLabelText('Method'), 'Bank');
  await waitFor(() => expect(office.inputs('fees.book').at(-1)).toMatchObject({ method: 'bank' }));
});

test('cash is closed by what was counted, and a difference asks why', async () => {
  const why = `Expected ${formatLocalMoney(35_000)}. Write why it differs`;
  const office = await openOffice('/admin/fees/closing', {
    ...asOwner,
    'fees.closings': { items: [] },
    'fees.unclosed': {
      unbanked: 0,
      items: [
        { day: '2027-01-02', cashier: 'till@example.org', amount: 30_000, count: 2 },
        { day: '2027-01-04', cashier: 'till@example.org', amount: 5000, count: 1 },
      ],
    },
    'fees.book': noRows,
    'fees.close': new Refusal(400, 'BAD_REQUEST', why, [{ path: 'note', message: why }]),
  });
  expect((await screen.findByRole('row', { name: /till@example.org/ })).textContent).toBe(
    'till@example.org2 Jan 2027, 4 Jan 202735,000Close',
  );
  await office.user.click(await findButton('Close the Day'));
  const dialog = await findDialog('Close the Day');
  await office.user.type(dialog.getByLabelText(/^Counted/), '34000{Enter}');
  expect(await dialog.findByText('The cash was not closed')).toBeTruthy();
  expect(dialog.getAllByText(why)).toHaveLength(1);
  office.answer({
    'fees.close': {
      id: 1,
      expected: 35_000,
      counted: 34_000,
      difference: -1000,
      from: '2027-01-02',
      to: '2027-01-04',
    },
  });
  await office.user.selectOptions(dialog.getByLabelText(/^Cash Of/), 'till@example.org');
  await office.user.type(dialog.getByLabelText(/^Why/), 'Change given wrong{Enter}');
  await findToast(`Closed 2 Jan 2027 – 4 Jan 2027 with a difference of ${formatLocalMoney(-1000)}`);
  expect(office.inputs('fees.close').at(-1)).toMatchObject({
    counted: 34_000,
    note: 'Change given wrong',
    recordedBy: 'till@example.org',
  });
});

test('a closing is shown as a sheet with its rows, to print and to sign', async () => {
  const closing = {
    id: 4,
    day: '2027-01-02',
    cashier: 'till@example.org',
    expected: 35_000,
    counted: 34_000,
    difference: -1000,
    note: 'Change given wrong',
    recordedBy: 'till@example.org',
    recordedAt: '2027-01-02T15:00:00.000Z',
    from: '2027-01-01',
    to: '2027-01-02',
    counts: [
      {
        counted: 33_000,
        expected: 35_000,
        recordedBy: 'till@example.org',
        recordedAt: '2027-01-02T14:58:00.000Z',
      },
    ],
  };
  const row = { id: 9, kind: 'payment' as const, amount: 35_000, numbers: ['FEE-2027-000001'] };
  const office = await openOffice('/admin/fees/closing', {
    ...asOwner,
    'fees.closings': { items: [closing] },
    'fees.unclosed': { items: [], unbanked: 0 },
    'fees.book': noRows,
    'fees.closing': {
      ...closing,
      items: [{ ...row, recordedBy: 'till@example.org', recordedAt: closing.recordedAt }],
    },
  });
  await office.user.click(await findButton('View 1 Jan 2027 – 2 Jan 2027, till@example.org'));
  expect(
    await screen.findByRole('heading', { name: 'Cash of 1 Jan 2027 – 2 Jan 2027, till@example.org' }),
  ).toBeTruthy();
  expect((await screen.findByRole('row', { name: /FEE-2027-000001/ })).textContent).toBe(
    '2 Jan 2027, 18:00PaymentFEE-2027-000001till@example.org35,000',
  );
  expect(screen.getByText(formatLocalMoney(-1000))).toBeTruthy();
  expect(screen.getByText(`${formatLocalMoney(33_000)}, 2 Jan 2027, 17:58`)).toBeTruthy();
  expect(office.inputs('fees.closing')).toEqual([{ id: 4 }]);
  for (const words of [
    /^Cashier/,
    /^Received by/,
    /^Printed \d/,
    '1 Jan 2027 – 2 Jan 2027',
    'Kampala Institute',
  ])
    expect(screen.getAllByText(words)).not.toEqual([]);
});

test('the book of charges has kind, reason and who, a sum, and its own filters', async () => {
  const row = {
    ...feeCharge,
    id: 6,
    label: 'Uniform',
    name: 'Ann Akello',
    reference: 'REG-2027-000007',
    reason: 'Lost the first',
  };
  const office = await openOffice('/admin/fees/book?method=bank', {
    ...asOwner,
    'fees.book': noRows,
    'fees.chargeBook': { items: [row], total: 1, totals: { net: 600_000 } },
  });
  await office.user.click(await findButton('Show Charges'));
  expect(await screen.findByText(`Charged ${formatLocalMoney(600_000)}`)).toBeTruthy();
  expect((await screen.findByRole('row', { name: /Uniform/ })).textContent).toBe(
    '1 Jan 2027, 03:001 Mar 2027Instalment600,000Ann AkelloUniformLost the firstjane@example.org',
  );
  expect(screen.queryByLabelText('Method')).toBeNull();
  await office.user.selectOptions(screen.getByLabelText('Kind'), 'Reversal');
  await waitFor(() => expect(office.inputs('fees.chargeBook').at(-1)).toMatchObject({ kind: 'reversal' }));
});
