import { spellAmount } from '@institute/contract/amount-in-words';
import { place } from '@institute/contract/place';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../api/admin.ts';
import type { Answer, Answers, PartOf } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { asOwner, findButton, findDialog, findToast, listAnswer, openOffice } from '../../testing/office.tsx';

const at = '2026-11-20T10:00:00.000Z';
const donation = {
  id: 5,
  txRef: 'tx-5',
  name: 'Amina',
  email: 'amina@example.org',
  phone: null,
  currency: 'UGX',
  amount: 5000,
  status: 'successful',
  method: 'online',
  isTest: true,
  needsReview: true,
  receiptNumber: 'TEST-2026-000001',
  paidAt: at,
  cancellationNumber: null,
  createdAt: at,
} satisfies PartOf<AdminAnswers['donations']['list']['items'][number]>;
const sent = { id: 1, state: 'sent', sentAt: at, error: null, waitsFor: null } as const;
const full = {
  ...donation,
  note: null,
  checks: 0,
  nextCheckAt: null,
  cancelledAt: null,
  cancelReason: null,
  corrects: null,
  correctedBy: null,
  notices: [],
  receipts: [sent],
  counterReceipts: [],
} satisfies Answer<'donations.get'>;
const total = (month: string, currency: 'UGX' | 'USD', amount: number, count: number) => ({
  month,
  currency,
  amount,
  count,
});
const answers = {
  'donations.list': listAnswer(donation),
  'donations.get': full,
  'donations.totals': [
    total('2026-11', 'UGX', 5000, 1),
    total('2026-11', 'USD', 15, 2),
    total('2019-03', 'UGX', 1, 1),
  ],
  'donations.notices': [],
} satisfies Answers;
const set = async (label: RegExp | string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test('donations are found by name, state and currency, and can all be shown again', async () => {
  const office = await openOffice('/admin/donations?status=failed&currency=UGX', answers);
  await screen.findByText('Found: 1');
  expect(office.inputs('donations.list')[0]).toMatchObject({ status: 'failed', currency: 'UGX' });
  const row = await screen.findByRole('row', { name: /Amina/ });
  for (const text of ['UGX 5,000', 'TEST-2026-000001', 'Test mode', 'To review', 'Successful'])
    expect(row.textContent).toContain(text);
  office.answer({ 'donations.list': listAnswer() });
  await office.user.selectOptions(await screen.findByLabelText('Status'), 'Cancelled');
  await screen.findByText('No donations found matching your criteria.');
  await office.user.click(await findButton('Show all donations'));
  await screen.findByText('There are no donations yet.');
  expect(office.address()).toBe('/admin/donations');
});

test('the currencies of a month share a row, which is sorted by any of them', async () => {
  const office = await openOffice('/admin/donations', answers);
  const months = within(await screen.findByRole('table', { name: 'Received by Month' }));
  const rows = () =>
    months
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(rows()[0]).toMatch(/November 2026.*15.*2 donations/);
  expect(rows()[0]).toMatch(/5,000.*1 donation/);
  await office.user.click(months.getByRole('button', { name: 'UGX' }));
  expect(rows()[0]).toMatch(/March 2019.*–/);
});

test('a receipt is sent again, and one that came by bank is marked as received', async () => {
  const office = await openOffice('/admin/donations', {
    ...answers,
    'donations.resendReceipt': {},
    'donations.markReceived': donation,
  });
  await office.user.click(await screen.findByText('UGX 5,000'));
  const shown = await findDialog('Donation of Amina');
  const receipts = within(await shown.findByRole('region', { name: 'Receipts by Email' }));
  expect(receipts.getAllByRole('listitem')[0]?.textContent).toMatch(/^Sent20 Nov 2026/);
  await office.user.click(shown.getByRole('button', { name: 'Resend Receipt' }));
  expect(await findToast('The receipt is on its way again')).toBeTruthy();

  office.answer({ 'donations.get': { ...full, status: 'pending' } });
  await office.user.keyboard('{Escape}');
  await office.user.click(await findButton('View Amina'));
  await office.user.click(await findButton('Mark as Received'));
  await set(/^Note/, 'Statement 12');
  await office.user.click(
    (await findDialog('Mark as Received')).getByRole('button', { name: 'Mark as Received' }),
  );
  expect(await findToast('The donation is marked as received')).toBeTruthy();
  expect(office.inputs('donations.markReceived')).toMatchObject([{ id: 5, note: 'Statement 12' }]);
});

test('a donation is confirmed in words, and a repeated try after a lost answer has the same key', async () => {
  const office = await openOffice('/admin/donations', {
    ...answers,
    'donations.record': new Refusal(500, 'INTERNAL_ERROR'),
  });
  await office.user.click(await findButton('Record Donation'));
  const form = await findDialog('Record Donation');
  const record = form.getByRole('button', { name: 'Record' });
  await office.user.click(record);
  expect((await form.findByLabelText(/^Full Name/)).getAttribute('aria-invalid')).toBe('true');
  await set(/^Full Name/, 'Ruth');
  await set(/^Amount/, '2000000');
  await set(/^Method/, 'mobile-money');
  await set(/^Date Received/, '2025-03-31');
  await office.user.click(record);
  const question = await screen.findByRole('alertdialog', { name: 'Record this donation?' });
  expect(question.textContent).toContain(spellAmount(place.currency, 2_000_000));
  expect(question.textContent).toContain('from Ruth, mobile money, 31 Mar 2025');
  await office.user.click(await findButton('Issue the receipt'));
  expect(await screen.findByText(/^The donation could not be recorded/)).toBeTruthy();

  office.answer({ 'donations.record': { id: 6, receiptNumber: 'RCP-2026-000002' } });
  await office.user.click(record);
  await office.user.click(await findButton('Issue the receipt'));
  expect(await findToast('The donation is recorded')).toBeTruthy();
  expect(await findToast('Receipt RCP-2026-000002')).toBeTruthy();
  const keys = office.inputs('donations.record').map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a donation of the office is corrected by a new receipt, or cancelled, each with a reason', async () => {
  const office = await openOffice('/admin/donations', {
    ...answers,
    ...asOwner,
    'donations.get': { ...full, method: 'cash' },
    'donations.correct': { id: 6, receiptNumber: 'RCP-2026-000002' },
    'donations.cancel': { ...donation, cancellationNumber: 'CAN-2026-000001' },
  });
  await office.user.click(await findButton('View Amina'));
  await office.user.click(await findButton('Correct'));
  await set(/^Amount/, '7000');
  await set(/^Reason/, 'A digit was wrong');
  await office.user.click((await findDialog('Correct a Donation')).getByRole('button', { name: 'Correct' }));
  await office.user.click(await findButton('Issue the new receipt'));
  expect(await findToast('The donation is corrected')).toBeTruthy();
  const corrected = { id: 5, amount: 7000, reason: 'A digit was wrong' };
  expect(office.inputs('donations.correct')).toMatchObject([corrected]);

  await office.user.click(await findButton('Cancel Donation'));
  await set(/^Reason/, 'It never came');
  const cancel = (await findDialog('Cancel Donation')).getByRole('button', { name: 'Cancel Donation' });
  await office.user.click(cancel);
  expect(await findToast('The donation is cancelled: CAN-2026-000001')).toBeTruthy();
  expect(office.inputs('donations.cancel')).toMatchObject([{ id: 5, reason: 'It never came' }]);
});

test('who is no owner reads that cash is cancelled by an owner, and cancels other gifts', async () => {
  const office = await openOffice('/admin/donations', {
    ...answers,
    'donations.get': { ...full, method: 'cash' },
  });
  await office.user.click(await screen.findByText('UGX 5,000'));
  expect(await screen.findByText('Only an owner cancels or corrects cash.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel Donation' })).toBeNull();
  office.answer({ 'donations.get': { ...full, method: 'cheque' } });
  await office.user.keyboard('{Escape}');
  await office.user.click(await findButton('View Amina'));
  expect(await findButton('Cancel Donation')).toBeTruthy();
});
