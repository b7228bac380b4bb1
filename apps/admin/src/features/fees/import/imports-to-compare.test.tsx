import { payChannels } from '@institute/contract/place';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../../testing/answers.ts';
import { asOwner, findButton, findToast, openOffice } from '../../../testing/office.tsx';

const statement = {
  id: 4,
  at: '2027-02-03T08:15:00.000Z',
  by: 'till@example.org',
  method: 'mtn',
  lastDay: '2027-02-02',
  fileName: null,
  lines: 3,
  amount: 270_000,
  openingBalance: null,
  closingBalance: null,
  continues: null,
  missing: 2,
  stored: 2,
  comparedBy: null,
  mayCompare: true,
} satisfies Answer<'fees.imports'>[number];
const withBalances = {
  ...statement,
  id: 5,
  method: 'bank' as const,
  fileName: 'stanbic.csv',
  openingBalance: 1_000_000.5,
  closingBalance: 1_250_000,
  continues: false,
  missing: 0,
};
const typedText = `${payChannels.mtn.name}, typed: 3 payments until 2 Feb 2027, 2 stored; no balances; 2 lines of an earlier import missing`;

test('a colleague compares an import after a question, and sees no button for his own', async () => {
  const office = await openOffice('/admin/fees/import', {
    'fees.imports': [statement, { ...withBalances, mayCompare: false }],
    'fees.confirmImport': { id: 4 },
  });
  expect(await screen.findByRole('heading', { name: 'Imports to Compare (1)' })).toBeTruthy();
  expect(screen.getByText(typedText)).toBeTruthy();
  await office.user.click(await findButton('Compared: typed lines of till@example.org'));
  await office.user.click(await findButton('Compared'));
  await findToast('The import is compared');
  expect(office.inputs('fees.confirmImport')).toEqual([{ id: 4 }]);
});

test('Control shows imports with their balances, and a button until one is compared', async () => {
  const control = (rows: Answer<'fees.imports'>) => ({
    items: rows.map((row) => ({
      kind: 'import' as const,
      at: row.at,
      by: row.by,
      amount: row.amount,
      statement: row,
      doneBy: null,
      name: null,
      registrationId: null,
      reason: null,
      number: null,
      receiptNumber: null,
      receiptCode: null,
    })),
    sums: [{ by: 'till@example.org', kind: 'import' as const, count: 2, amount: 540_000 }],
  });
  const compared = { ...withBalances, continues: true, comparedBy: 'jane@example.org', mayCompare: false };
  let isCompared = false;
  const office = await openOffice('/admin/fees/control?month=2027-02', {
    ...asOwner,
    'fees.control': () => control([isCompared ? compared : withBalances]),
    'fees.confirmImport': () => {
      isCompared = true;
      return { id: 5 };
    },
  });
  const text =
    'Bank, stanbic.csv: 3 payments until 2 Feb 2027, 2 stored; balance 1,000,000.50 to 1,250,000, does not continue the import before';
  expect(await screen.findByText(text)).toBeTruthy();
  await office.user.click(await findButton('Compared: stanbic.csv of till@example.org'));
  await office.user.click(await findButton('Compared'));
  expect(await screen.findByText(/continues the import before; compared by jane@example.org$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Compared/ })).toBeNull();
});

test('the name of a file is sent with its lines, and forgotten when they are typed over', async () => {
  const line = {
    line: 2,
    place: null,
    state: 'unmatched',
    registrationId: null,
    message: null,
    mayBeKnown: false,
    twin: null,
    confirms: null,
    notFee: false,
    before: 0,
    amount: 5000,
    operatorId: 'A',
    day: '2027-02-02',
    payerName: null,
    payerPhone: null,
    typedReason: null,
  } as const;
  const planned = {
    hash: 'a'.repeat(64),
    method: 'mtn',
    headings: [],
    from: {
      day: 'Date',
      operatorId: 'Id',
      amount: 'Amount',
      credit: null,
      debit: null,
      payerPhone: null,
      payerName: null,
      reason: null,
      status: null,
      balance: null,
    },
    missing: [],
    sheets: [],
    lines: [line],
    unheld: [],
  } satisfies Answer<'fees.plan'>;
  const counts = {
    matched: 0,
    likely: 0,
    unmatched: 1,
    known: 0,
    differs: 0,
    notMoney: 0,
    unreadable: 0,
    waiting: 0,
    confirmed: 0,
  };
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.plan': planned,
    'fees.import': counts,
  });
  const choose = async () => {
    const file = new File(['Date,Id,Amount'], 'mtn.csv', { type: 'text/csv' });
    await office.user.upload(await screen.findByLabelText('File'), file);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>('Lines').value).toBe('Date,Id,Amount'),
    );
  };
  const store = async () => {
    await office.user.click(await findButton('Preview'));
    await office.user.click(await findButton('Store 1 Payment'));
    await screen.findByText(/payment is stored/);
  };
  await choose();
  await store();
  await choose();
  fireEvent.change(screen.getByLabelText('Lines'), { target: { value: 'Date,Id,Amount\n' } });
  await store();
  expect(office.inputs('fees.import').map(({ fileName }) => fileName)).toEqual(['mtn.csv', undefined]);
});
