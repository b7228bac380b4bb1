import { formatLocalMoney } from '@institute/contract/money';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { Answer, Answers, PartOf } from '../../../testing/answers.ts';
import { Refusal } from '../../../testing/answers.ts';
import {
  feeCharge,
  feeSums,
  makeFeeAccount,
  makeFeePayer,
  makeOpenedAccount,
} from '../../../testing/desk.ts';
import { asOwner, findButton, findDialog, findToast, openOffice } from '../../../testing/office.tsx';

const ben = makeFeePayer(8, 'Ben Okot');
const payment = {
  id: 3,
  movementId: 30,
  left: 250_000,
  isMoved: false,
  refundNumber: null,
  registrationId: 7,
  kind: 'payment',
  method: 'cash',
  operatorId: null,
  amount: 250_000,
  state: 'received',
  receivedOn: '2027-01-02',
  payerName: null,
  payerPhone: null,
  note: null,
  isTest: false,
  receiptNumber: 'FEE-2027-000001',
  receiptCode: 'X',
  cancellationNumber: null,
  cancelledAt: null,
  reason: null,
  recordedBy: 'jane@example.org',
  createdAt: '2027-01-02T08:00:00.000Z',
} satisfies PartOf<AdminAnswers['fees']['account']['payments'][number]>;
const detail = {
  ...makeOpenedAccount(7, 'Ann Akello'),
  payCode: '71',
  charges: [
    { ...feeCharge, id: 1, label: 'First term' },
    { ...feeCharge, id: 5, label: 'Registration', amount: 200_000, dueOn: '2027-01-01' },
    { ...feeCharge, id: 2, label: 'Kit', kind: 'extra', amount: 50_000, dueOn: '2027-02-01' },
    {
      ...feeCharge,
      id: 4,
      label: 'Kit',
      kind: 'reversal',
      amount: -50_000,
      dueOn: '2027-02-01',
      reverses: 2,
      reason: 'Has one',
    },
  ],
  payments: [payment],
} satisfies Answer<'fees.account'>;
const answers = {
  ...asOwner,
  'registrations.choices': { programs: [{ id: 2, name: 'Tailoring' }], intakes: [] },
  'fees.list': { items: [makeFeeAccount(7, 'Ann Akello')], total: 1, totals: feeSums },
  'fees.people': [makeFeePayer(7, 'Ann Akello')],
  'fees.receipt': { filename: 'FEE-2027-000002.pdf', content: '', contentType: 'application/pdf' },
  'fees.account': detail,
} satisfies Answers;

test('the accounts have totals, and one opens with its lines and marks what is paid', async () => {
  const office = await openOffice('/admin/fees', answers);
  expect(
    await screen.findByText(
      `Charged ${formatLocalMoney(1_000_000)} · Paid ${formatLocalMoney(250_000)} · Balance ${formatLocalMoney(750_000)} · Overdue ${formatLocalMoney(100_000)}`,
    ),
  ).toBeTruthy();
  await office.user.click(await findButton('View Ann Akello'));
  const dialog = await findDialog('Ann Akello');
  const charges = within(await dialog.findByRole('list', { name: 'Charges' })).getAllByRole('listitem');
  expect(charges.map(({ textContent }) => textContent)).toEqual([
    `First term Due 1 Mar 2027${formatLocalMoney(600_000)}Reverse`,
    `Registration PaidDue 1 Jan 2027${formatLocalMoney(200_000)}Reverse`,
    `Kit Due 1 Feb 2027 · Extra${formatLocalMoney(50_000)}`,
    `Reversed: Kit Due 1 Feb 2027 · Has one−${formatLocalMoney(50_000)}`,
  ]);
  expect(dialog.getByRole('list', { name: 'Payments' }).textContent).toContain('FEE-2027-000001');
  for (const name of ['Record Payment', 'Add Charge', 'Discount', 'Refund'])
    expect(dialog.getByRole('button', { name })).toBeTruthy();
});

test('a discount is typed without a sign, needs a reason, and is for owners', async () => {
  const office = await openOffice('/admin/fees', { ...answers, 'fees.charge': { id: 9 } });
  await office.user.click(await findButton('View Ann Akello'));
  await office.user.click(await findButton('Discount'));
  const dialog = await findDialog('Discount');
  await office.user.type(dialog.getByLabelText(/^Label/), 'Sibling');
  await office.user.type(dialog.getByLabelText(/^Amount/), '20000');
  await office.user.click(dialog.getByRole('button', { name: 'Give Discount' }));
  expect(await dialog.findByText('This is required')).toBeTruthy();
  await office.user.type(dialog.getByLabelText(/^Reason/), 'A sister');
  await office.user.click(dialog.getByRole('button', { name: 'Give Discount' }));
  await findToast('The discount is given');
  expect(office.inputs('fees.charge')[0]).toMatchObject({
    registrationId: 7,
    kind: 'discount',
    amount: -20_000,
    label: 'Sibling',
    reason: 'A sister',
  });
});

test('a charge that may have a zero too many is asked about, and added after a yes', async () => {
  const message = `${formatLocalMoney(9_000_000)} is 10 times the price of the program or more. Charge it?`;
  const refusal = new Refusal(409, 'CONFLICT', message, [{ path: 'again', message }]);
  const office = await openOffice('/admin/fees', { ...answers, 'fees.charge': refusal });
  await office.user.click(await findButton('View Ann Akello'));
  await office.user.click(await findButton('Add Charge'));
  const dialog = await findDialog('Add Charge');
  await office.user.type(dialog.getByLabelText(/^Label/), 'Kit');
  await office.user.type(dialog.getByLabelText(/^Amount/), '9000000');
  await office.user.click(dialog.getByRole('button', { name: 'Add Charge' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(message)).toBeTruthy();
  office.answer({ 'fees.charge': { id: 9 } });
  await office.user.click(question.getByRole('button', { name: 'Add Charge' }));
  await findToast('The charge is added');
  expect(office.inputs('fees.charge')).toMatchObject([{ amount: 9_000_000 }, { again: true }]);
});

test('cash needs a person, an amount and Enter, and the next person is typed at once', async () => {
  const question = 'Recorded already by sarah@example.org at 10:12. Record again?';
  const office = await openOffice('/admin/fees', {
    ...answers,
    'fees.record': new Refusal(409, 'CONFLICT', question, [{ path: 'again', message: question }]),
  });
  await office.user.click(await findButton('Record Payment'));
  const dialog = await findDialog('Record Payment');
  await office.user.type(dialog.getByLabelText(/^Person/), 'ann');
  await dialog.findByRole('list', { name: 'People' });
  await office.user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Amount/)));
  await office.user.keyboard('20000{Enter}');
  const again = await screen.findByRole('alertdialog');
  expect(again.textContent).toContain(question);
  const receipt = { partId: 3, registrationId: 7, receiptNumber: 'FEE-2027-000002', receiptCode: 'Y' };
  office.answer({ 'fees.record': { id: 5, receipts: [receipt] } });
  await office.user.click(within(again).getByRole('button', { name: 'Record Again' }));
  expect(
    await dialog.findByText(`Recorded ${formatLocalMoney(20_000)} of Ann Akello: receipt FEE-2027-000002`),
  ).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Person/)));
  expect(office.inputs('fees.record').map(({ again }) => again)).toEqual([undefined, true]);
  expect(office.inputs('fees.record')[0]).toMatchObject({
    parts: [{ registrationId: 7, amount: 20_000 }],
    amount: 20_000,
    method: 'cash',
  });
});

test('without the right the menu has no fees', async () => {
  await openOffice('/admin/activity', {
    ...answers,
    'account.get': { rights: ['content', 'registrations', 'certificates', 'settings'] },
  });
  const menu = within(await screen.findByRole('navigation', { name: 'Admin' }));
  expect(await menu.findByRole('link', { name: /Certificates/ })).toBeTruthy();
  await waitFor(() => expect(menu.queryByRole('link', { name: 'Fees' })).toBeNull());
});

const unassigned = {
  ...answers,
  'fees.unassigned': {
    items: [
      {
        id: 8,
        movementId: 8,
        method: 'mtn',
        operatorId: null,
        amount: 250_000,
        total: 250_000,
        receivedOn: '2027-01-02',
        payerName: null,
        payerPhone: null,
        note: null,
        recordedBy: 'jane@example.org',
        createdAt: '2027-01-02T08:00:00.000Z',
      },
    ],
    total: 1,
  },
} satisfies Answers;

test('money of nobody is assigned to the person who is found', async () => {
  const office = await openOffice('/admin/fees/unassigned', {
    ...unassigned,
    'fees.assign': { id: 8, receipts: [{ receiptNumber: 'FEE-2027-000009' }] },
  });
  await office.user.click(await findButton(/^Assign /));
  const dialog = await findDialog('Assign Payment');
  await office.user.type(await dialog.findByLabelText(/Person/), 'Akello');
  await dialog.findByRole('button', { name: /Ann Akello/ });
  await office.user.keyboard('{Enter}');
  await office.user.click(await dialog.findByRole('button', { name: 'Assign' }));
  await findToast(`${formatLocalMoney(250_000)} of 2 Jan 2027 is assigned: FEE-2027-000009`);
  expect(office.inputs('fees.assign')).toEqual([
    { movementId: 8, parts: [{ registrationId: 7, amount: 250_000 }] },
  ]);
});

test('money that is no fee is cancelled with a reason', async () => {
  const office = await openOffice('/admin/fees/unassigned', {
    ...unassigned,
    'fees.counter': { id: 9, number: 'CAN-2027-000001' },
  });
  await office.user.click(await findButton(/^Cancel payment /));
  const dialog = await findDialog('Cancel Payment');
  await office.user.type(await dialog.findByLabelText(/Reason/), 'Rent of the hall{Enter}');
  await findToast('The payment is cancelled');
  expect(office.inputs('fees.counter')).toEqual([{ movementId: 8, reason: 'Rent of the hall' }]);
});

test('one payment is split among two people, with an amount for each', async () => {
  const receipts = [7, 8].map((registrationId) => ({
    partId: registrationId,
    registrationId,
    receiptNumber: `FEE-2027-00000${registrationId}`,
    receiptCode: 'X',
  }));
  const office = await openOffice('/admin/fees', { ...answers, 'fees.record': { id: 5, receipts } });
  await office.user.click(await findButton('Record Payment'));
  const dialog = await findDialog('Record Payment');
  await office.user.type(dialog.getByLabelText(/^Person/), 'ann');
  await office.user.click(await dialog.findByRole('button', { name: /Ann Akello/ }));
  office.answer({ 'fees.people': [ben] });
  await office.user.click(dialog.getByRole('button', { name: 'Split' }));
  await office.user.type(dialog.getByLabelText(/^Person/), 'ben');
  await office.user.click(await dialog.findByRole('button', { name: /Ben Okot/ }));
  await office.user.type(dialog.getByLabelText(/^Part of Ann Akello/), '20000');
  await office.user.type(dialog.getByLabelText(/^Part of Ben Okot/), '40000');
  await office.user.type(dialog.getByLabelText(/^Amount/), '50000{Enter}');
  expect(await dialog.findByText('The parts are more than the amount')).toBeTruthy();
  await office.user.clear(dialog.getByLabelText(/^Part of Ben Okot/));
  await office.user.type(dialog.getByLabelText(/^Part of Ben Okot/), '30000{Enter}');
  expect(
    await dialog.findByText(
      `Recorded ${formatLocalMoney(50_000)} of Ann Akello and Ben Okot: receipt FEE-2027-000007, FEE-2027-000008`,
    ),
  ).toBeTruthy();
  expect(office.inputs('fees.record')[0]).toMatchObject({
    parts: [
      { registrationId: 7, amount: 20_000 },
      { registrationId: 8, amount: 30_000 },
    ],
    amount: 50_000,
  });
});

test('money moves to another person with a reason', async () => {
  const office = await openOffice('/admin/fees', { ...answers, 'fees.move': { id: 9 } });
  await office.user.click(await findButton('View Ann Akello'));
  await office.user.click(await findButton('Move FEE-2027-000001'));
  office.answer({ 'fees.people': [ben] });
  const dialog = await findDialog('Move Money');
  expect(dialog.getByText(/Both people are told by email or SMS\.$/)).toBeTruthy();
  await office.user.type(await dialog.findByLabelText(/^Person/), 'ben');
  await office.user.click(await dialog.findByRole('button', { name: /Ben Okot/ }));
  await office.user.type(dialog.getByLabelText(/^Reason/), 'A brother{Enter}');
  await findToast('The money is moved');
  expect(office.inputs('fees.move')).toEqual([
    { partId: 3, toRegistrationId: 8, amount: 250_000, reason: 'A brother' },
  ]);
});

test('a payment of nobody is recorded without a person', async () => {
  const office = await openOffice('/admin/fees/unassigned', {
    ...answers,
    'fees.unassigned': { items: [], total: 0 },
    'fees.record': { id: 9, receipts: [] },
  });
  await office.user.click(await findButton('Record Payment'));
  const dialog = await findDialog('Record Unassigned Payment');
  await office.user.type(await dialog.findByLabelText(/Amount/), '5000{Enter}');
  await findToast('The payment is recorded');
  expect(office.inputs('fees.record')).toMatchObject([{ parts: [], amount: 5000 }]);
});

test('a mistake inside one part of a split is shown', async () => {
  const office = await openOffice('/admin/fees/unassigned', unassigned);
  await office.user.click(await findButton(/^Assign /));
  const dialog = await findDialog('Assign Payment');
  await office.user.type(await dialog.findByLabelText(/Person/), 'Akello');
  await office.user.click(await dialog.findByRole('button', { name: /Ann Akello/ }));
  office.answer({ 'fees.people': [ben] });
  await office.user.click(dialog.getByRole('button', { name: 'Split' }));
  await office.user.type(dialog.getByLabelText(/Person/), 'ben');
  await office.user.click(await dialog.findByRole('button', { name: /Ben Okot/ }));
  await office.user.type(dialog.getByLabelText(/^Part of Ann Akello/), '20000{Enter}');
  expect(await dialog.findByText('An amount above 0')).toBeTruthy();
  expect(office.inputs('fees.assign')).toEqual([]);
});

test.each([
  {
    press: 'Refund',
    answer: { 'fees.refund': { id: 9, number: 'REF-2027-000001' } },
    typed: { Amount: '50000', Reason: 'Left' },
    submit: 'Refund',
    toast: 'The refund is recorded: REF-2027-000001',
    sent: { registrationId: 7, amount: 50_000, method: 'cash', reason: 'Left' },
  },
  {
    press: 'Add Charge',
    answer: { 'fees.charge': { id: 9 } },
    typed: { Label: 'Apron', Amount: '20000' },
    submit: 'Add Charge',
    toast: 'The charge is added',
    sent: { registrationId: 7, kind: 'extra', label: 'Apron', amount: 20_000 },
  },
  {
    press: 'Reverse First term',
    answer: { 'fees.reverse': { id: 9 } },
    typed: { Reason: 'Scholarship' },
    submit: 'Reverse',
    toast: 'The charge is reversed',
    sent: { chargeId: 1, reason: 'Scholarship' },
  },
  {
    press: 'Cancel payment FEE-2027-000001',
    title: 'Cancel Payment',
    answer: { 'fees.counter': { id: 9, number: 'CAN-2027-000001' } },
    typed: { Reason: 'Typed twice' },
    submit: 'Cancel Payment',
    toast: 'The payment is cancelled',
    sent: { movementId: 30, reason: 'Typed twice' },
  },
])('$press opens a dialog that sends what was typed', async ({ press, answer, ...step }) => {
  const office = await openOffice('/admin/fees', { ...answers, ...answer });
  await office.user.click(await findButton('View Ann Akello'));
  await office.user.click(await findButton(press));
  const dialog = await findDialog(step.title ?? press);
  for (const [label, text] of Object.entries(step.typed))
    await office.user.type(dialog.getByLabelText(new RegExp(`^${label}`)), text);
  await office.user.click(dialog.getByRole('button', { name: step.submit }));
  await findToast(step.toast);
  const [call = ''] = Object.keys(answer);
  expect(office.inputs(call)).toMatchObject([step.sent]);
});

const withCashiers = { ...answers, 'fees.cashiers': ['jane@example.org', 'till@example.org'] };

test('a refund in cash asks out of whose box it goes', async () => {
  const office = await openOffice('/admin/fees', {
    ...withCashiers,
    'fees.refund': { id: 9, number: 'REF-2027-000001' },
  });
  await office.user.click(await findButton('View Ann Akello'));
  await office.user.click(await findButton('Refund'));
  const dialog = await findDialog('Refund');
  await dialog.findByLabelText(/^Cash From/);
  await office.user.type(dialog.getByLabelText(/^Amount/), '50000');
  await office.user.type(dialog.getByLabelText(/^Reason/), 'Left{Enter}');
  expect(await dialog.findByText('This is required')).toBeTruthy();
  await office.user.selectOptions(dialog.getByLabelText(/^Cash From/), 'till@example.org');
  await office.user.click(dialog.getByRole('button', { name: 'Refund' }));
  await findToast('The refund is recorded: REF-2027-000001');
  expect(office.inputs('fees.refund')).toMatchObject([{ amount: 50_000, box: 'till@example.org' }]);
});

test('cancelled cash leaves the box that had it, unless another is chosen', async () => {
  const office = await openOffice('/admin/fees', {
    ...withCashiers,
    'fees.counter': { id: 10, number: 'CAN-2027-000001' },
  });
  await office.user.click(await findButton('View Ann Akello'));
  await office.user.click(await findButton('Cancel payment FEE-2027-000001'));
  const dialog = await findDialog('Cancel Payment');
  expect((await dialog.findByLabelText<HTMLSelectElement>(/^Box/)).selectedOptions[0]?.textContent).toBe(
    'The box that had it',
  );
  await office.user.selectOptions(dialog.getByLabelText(/^Box/), 'jane@example.org');
  await office.user.type(dialog.getByLabelText(/^Reason/), 'Twice{Enter}');
  await findToast('The payment is cancelled');
  expect(office.inputs('fees.counter')).toMatchObject([{ movementId: 30, box: 'jane@example.org' }]);
});
