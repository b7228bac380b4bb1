import { formatLocalMoney } from '@institute/contract/money';
import { payChannels } from '@institute/contract/place';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { Answer, PartOf } from '../../../testing/answers.ts';
import { asOwner, findButton, findDialog, findOutcome, openOffice } from '../../../testing/office.tsx';

type PlannedLine = PartOf<AdminAnswers['fees']['plan']['lines'][number]>;
const plannedLine = {
  amount: 50_000,
  operatorId: 'MP1',
  day: '2027-01-02',
  payerName: 'OKOT',
  payerPhone: null,
  typedReason: null,
  registrationId: 7,
  mayBeKnown: false,
  twin: null,
  confirms: null,
  notFee: false,
  before: 0,
} satisfies PlannedLine;
const planned = {
  hash: 'a'.repeat(64),
  method: 'mtn',
  headings: ['Date', 'Id', 'Amount'],
  from: { day: 'Date', operatorId: 'Id', amount: 'Amount', balance: null },
  missing: [],
  unheld: [],
  sheets: [],
  lines: [
    { ...plannedLine, line: 2, state: 'matched', message: 'Ann Akello, REG-2027-000007' },
    { ...plannedLine, line: 3, state: 'likely', message: 'Ben Okot, REG-2027-000008' },
    { ...plannedLine, line: 4, state: 'unreadable', message: 'Line 4: the amount 25O,000 is not a number' },
    { ...plannedLine, line: 5, state: 'differs', message: 'On record as UGX 5 in FEE-2026-000007' },
  ],
} satisfies Answer<'fees.plan'>;

const nothingHidden = { rows: 0, columns: 0 };

const counts = {
  matched: 1,
  likely: 1,
  unmatched: 0,
  known: 0,
  differs: 1,
  notMoney: 0,
  unreadable: 1,
  waiting: 0,
  confirmed: 0,
} satisfies Answer<'fees.import'>;

test('a statement is shown before it is stored, and likely lines need a tick', async () => {
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.plan': planned,
    'fees.import': counts,
  });
  await office.user.upload(await screen.findByLabelText('File'), new File(['Date,Id,Amount'], 'mtn.csv'));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('Lines').value).toBe('Date,Id,Amount'),
  );
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText('Line 4: the amount 25O,000 is not a number')).toBeTruthy();
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('On record as UGX 5 in FEE-2026-000007');
  await office.user.click(await screen.findByLabelText('Line 3 is of Ben Okot, REG-2027-000008'));
  await office.user.click(await findButton('Store 2 Payments'));
  await findOutcome();
  expect(office.inputs('fees.import')).toEqual([
    {
      text: 'Date,Id,Amount',
      fileName: 'mtn.csv',
      hash: planned.hash,
      likely: [3],
      columns: planned.from,
      method: 'mtn',
    },
  ]);
});

test('what the desk may have is stored only as another payment, which no tick of all lines says', async () => {
  const twin = { movementId: 5, receiptNumber: 'FEE-2027-000005' };
  const message = 'Likely the one recorded as FEE-2027-000005 of 2 Jan 2027. Ann Akello, REG-2027-000007';
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.plan': {
      ...planned,
      lines: [
        ...planned.lines.slice(0, 2),
        { ...plannedLine, line: 6, state: 'likely', mayBeKnown: true, twin, message },
      ],
    },
    'fees.import': counts,
  });
  await office.user.type(await screen.findByLabelText('Lines'), 'x');
  await office.user.click(await findButton('Preview'));
  await office.user.click(await screen.findByLabelText(/^All likely people \(1\) are right/));
  expect(screen.queryByRole('button', { name: 'Assign line 6' })).toBeNull();
  await findButton('Store 2 Payments');
  await office.user.click(await screen.findByLabelText('Line 6 is another payment'));
  await findButton('Assign line 6');
  await office.user.click(await findButton('Store 3 Payments'));
  await findOutcome();
  expect(office.inputs('fees.import')).toMatchObject([{ likely: [3, 6] }]);
});

test('a file confirms what is on record, and what it does not hold is listed', async () => {
  const unheld = {
    isImported: false,
    isConfirmedByCaller: false,
    movementId: 8,
    receiptNumber: 'FEE-2027-000008',
    operatorId: 'MP99',
    amount: 80_000,
    receivedOn: '2027-01-02',
    recordedBy: 'till@example.org',
    names: 'Ann Akello',
  };
  const known = {
    ...plannedLine,
    line: 2,
    state: 'known',
    message: 'On record: FEE-2027-000001',
  } satisfies PlannedLine;
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.plan': {
      ...planned,
      lines: [
        { ...known, confirms: 5 },
        { ...known, line: 3 },
      ],
      unheld: [unheld],
    },
    'fees.import': { ...counts, matched: 0, likely: 0, known: 2, confirmed: 1 },
  });
  await office.user.type(await screen.findByLabelText('Lines'), 'x');
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText('On Record, but Not in This File (1)')).toBeTruthy();
  expect(screen.getByRole('row', { name: /MP99/ }).textContent).toBe(
    '2 Jan 2027FEE-2027-000008, MP99Ann Akello80,000till@example.org',
  );
  await office.user.click(await findButton('Confirm 1 Payment'));
  await findOutcome();
  expect(screen.getAllByText(/1 payment on record is confirmed/)).not.toEqual([]);
});

test('a line that is no fee is left out, and one that was left out is assigned', async () => {
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.plan': {
      ...planned,
      lines: [
        ...planned.lines.slice(0, 2),
        {
          ...plannedLine,
          line: 6,
          state: 'notMoney',
          message: 'Not a fee: what a@b.org left out',
          notFee: true,
        },
        { ...plannedLine, line: 7, state: 'notMoney', amount: null, message: 'Money that went out' },
      ],
    },
    'fees.import': counts,
  });
  await office.user.type(await screen.findByLabelText('Lines'), 'x');
  await office.user.click(await findButton('Preview'));
  expect((await screen.findByRole('region', { name: 'Preview' })).querySelector('dl')?.textContent).toBe(
    `Matched1 line, ${formatLocalMoney(50_000)}Likely1 line, ${formatLocalMoney(50_000)}Not money2 lines, ${formatLocalMoney(50_000)}`,
  );
  await findButton('Assign line 6');
  expect(screen.queryByRole('button', { name: /line 7/i })).toBeNull();
  await office.user.click(await findButton('Line 2 is not a fee'));
  await office.user.click(await findButton('Line 3 is not a fee'));
  await office.user.click(await findButton('Leave Out 2 Lines'));
  await findOutcome();
  expect(office.inputs('fees.import')).toMatchObject([
    {
      choices: [
        { line: 2, notFee: true },
        { line: 3, notFee: true },
      ],
    },
  ]);
});

test('somebody who is no owner reads which lines will wait, and the choice of columns stays open', async () => {
  const old = {
    ...plannedLine,
    line: 6,
    day: '2025-10-01',
    state: 'unmatched',
    message: 'Nobody',
  } satisfies PlannedLine;
  const office = await openOffice('/admin/fees/import', {
    'fees.plan': { ...planned, lines: [old] },
    'fees.import': { ...counts, matched: 0, likely: 0, waiting: 1 },
  });
  await office.user.type(await screen.findByLabelText('Lines'), 'x');
  await office.user.click(await findButton('Preview'));
  expect(
    await screen.findByText('1 line is older than seven days, and will wait for an owner.'),
  ).toBeTruthy();
  const summary = await screen.findByText(new RegExp(`^Read as ${payChannels.mtn.name}`));
  await office.user.click(summary);
  office.answer({ 'fees.plan': { ...planned, hash: 'b'.repeat(64), lines: [old] } });
  await office.user.selectOptions(screen.getByLabelText('Payer'), 'Id');
  await waitFor(() => expect(office.inputs('fees.plan')).toHaveLength(2));
  expect(summary.closest('details')?.open).toBe(true);
  await office.user.click(await findButton('Leave 1 Line to an Owner'));
  await findOutcome();
  expect(await screen.findByText(/1 older line waits for an owner$/)).toBeTruthy();
});

test('a line of an Excel file is split between two people before it is stored', async () => {
  const person = (registrationId: number, name: string) => [
    { registrationId, name, reference: 'REG-2027-000001', balance: 0 },
  ];
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.planFile': { ...planned, text: 'Date,Id', hidden: nothingHidden },
    'fees.people': person(1, 'Ann Akello'),
    'fees.import': counts,
  });
  const file = new File([new Uint8Array([80, 75, 3, 4, 0])], 'bank.xlsx');
  await office.user.upload(await screen.findByLabelText('File'), file);
  await office.user.click(await findButton('Assign line 3'));
  const dialog = await findDialog('Assign Line 3');
  await office.user.type(dialog.getByLabelText(/^Person/), 'Ann');
  await office.user.click(await dialog.findByRole('button', { name: /Ann Akello/ }));
  office.answer({ 'fees.people': person(2, 'Ben Okot') });
  await office.user.click(await dialog.findByRole('button', { name: 'Split' }));
  await office.user.type(dialog.getByLabelText(/^Person/), 'Ben');
  await office.user.click(await dialog.findByRole('button', { name: /Ben Okot/ }));
  await office.user.type(dialog.getByLabelText(/^Part of Ann/), '20000');
  await office.user.type(dialog.getByLabelText(/^Part of Ben/), '20000{Enter}');
  expect(await dialog.findByText(`Together the parts are ${formatLocalMoney(50_000)}`)).toBeTruthy();
  await office.user.type(dialog.getByLabelText(/^Part of Ben/), '{Backspace>5/}30000{Enter}');
  expect(await screen.findByText('Ann Akello 20,000, Ben Okot 30,000')).toBeTruthy();
  await office.user.click(await findButton('Store 2 Payments'));
  await findOutcome();
  expect(office.inputs('fees.planFile')).toEqual([
    { name: 'bank.xlsx', base64: 'UEsDBAA=', withHidden: false },
  ]);
  expect(office.inputs('fees.import')).toMatchObject([
    {
      text: 'Date,Id',
      likely: [],
      choices: [
        {
          line: 3,
          parts: [
            { registrationId: 1, amount: 20_000 },
            { registrationId: 2, amount: 30_000 },
          ],
        },
      ],
    },
  ]);
});
