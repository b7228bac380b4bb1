import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../../../testing/answers.ts';
import { makeFeePayer } from '../../../testing/desk.ts';
import { asOwner, findButton, findDialog, openOffice } from '../../../testing/office.tsx';

const ann = makeFeePayer(7, 'Ann Akello');
const otherAnn = {
  ...makeFeePayer(8, 'Ann Akello'),
  program: 'Welding',
  startsOn: null,
  phone: '0701 000 008',
};
const receipt = { partId: 3, registrationId: 7, receiptNumber: 'FEE-2027-000002', receiptCode: 'Y' };

/** The search answers only when it is told to. */
async function openDesk(people: Answer<'fees.people'>) {
  const search = Promise.withResolvers<Answer<'fees.people'>>();
  const office = await openOffice('/admin/fees', {
    ...asOwner,
    'registrations.choices': { programs: [], intakes: [] },
    'fees.list': { items: [], total: 0, totals: { charged: 0, paid: 0, balance: 0, overdue: 0 } },
    'fees.people': () => search.promise,
    'fees.record': { id: 5, receipts: [receipt] },
    'fees.receipt': { filename: 'FEE-2027-000002.pdf', content: '', contentType: 'application/pdf' },
  });
  await office.user.click(await findButton('Record Payment'));
  const dialog = await findDialog('Record Payment');
  return {
    office,
    dialog,
    answerSearch: () => search.resolve(people),
    readAmount: () => dialog.getByLabelText<HTMLInputElement>(/^Amount/).value,
  };
}

test('Enter before the person is found loses neither: the payment waits for the search', async () => {
  const { office, dialog, answerSearch, readAmount } = await openDesk([ann]);
  await office.user.type(dialog.getByLabelText(/^Person/), 'ann{Enter}');
  await office.user.keyboard('250000{Enter}');
  expect(readAmount()).toBe('250,000');
  expect(office.inputs('fees.record')).toEqual([]);
  answerSearch();
  expect(
    await dialog.findByText(`Recorded ${formatLocalMoney(250_000)} of Ann Akello: receipt FEE-2027-000002`),
  ).toBeTruthy();
  expect(office.inputs('fees.record')).toMatchObject([
    { parts: [{ registrationId: 7, amount: 250_000 }], amount: 250_000 },
  ]);
});

test('of two people of one name none is taken; program, class and phone tell them apart', async () => {
  const { office, dialog, answerSearch, readAmount } = await openDesk([ann, otherAnn]);
  await office.user.type(dialog.getByLabelText(/^Person/), 'ann{Enter}');
  await office.user.keyboard('20000{Enter}');
  answerSearch();
  expect(await dialog.findByText('2 people are found: choose one')).toBeTruthy();
  expect(readAmount()).toBe('20,000');
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Person/)));
  const people = within(await dialog.findByRole('list', { name: 'People' })).getAllByRole('button');
  expect(people.map(({ textContent }) => textContent)).toEqual([
    `Ann Akello, REG-2027-000007Tailoring, starts 1 Feb 2027, +256 772 123 456${formatLocalMoney(750_000)}`,
    `Ann Akello, REG-2027-000008Welding, 0701 000 008${formatLocalMoney(750_000)}`,
  ]);
  await office.user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Amount/)));
  await office.user.keyboard('{Enter}');
  await waitFor(() =>
    expect(office.inputs('fees.record')).toMatchObject([{ parts: [{ registrationId: 8 }] }]),
  );
});

test('more than the balance is asked about once', async () => {
  const { office, dialog, answerSearch } = await openDesk([ann]);
  answerSearch();
  await office.user.type(dialog.getByLabelText(/^Person/), 'ann{Enter}');
  await office.user.type(dialog.getByLabelText(/^Amount/), '7500000{Enter}');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain(
    `${formatLocalMoney(7_500_000)} is more than the balance of Ann Akello, ${formatLocalMoney(750_000)}. Record it all the same?`,
  );
  expect(office.inputs('fees.record')).toEqual([]);
  await office.user.click(within(question).getByRole('button', { name: 'Record Payment' }));
  await waitFor(() => expect(office.inputs('fees.record')).toMatchObject([{ amount: 7_500_000 }]));
});

test('an amount with a letter in it is refused at its field', async () => {
  const { office, dialog, answerSearch, readAmount } = await openDesk([ann]);
  answerSearch();
  await office.user.type(dialog.getByLabelText(/^Person/), 'ann{Enter}');
  await office.user.type(dialog.getByLabelText(/^Amount/), '25O,000{Enter}');
  expect(await dialog.findAllByText(`A whole amount in ${place.currency}`)).not.toEqual([]);
  expect(readAmount()).toBe('25O,000');
});

test('Print opens the dialog of the printer in the size that was used last', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { pdfViewerEnabled: true }));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank');
  const { office, dialog, answerSearch } = await openDesk([ann]);
  localStorage.setItem('receipt-size', 'a5');
  answerSearch();
  await office.user.type(dialog.getByLabelText(/^Person/), 'ann{Enter}');
  await office.user.type(dialog.getByLabelText(/^Amount/), '20000{Enter}');
  await office.user.click(await dialog.findByRole('button', { name: 'Print FEE-2027-000002' }));
  await waitFor(() => expect(document.querySelector('iframe')?.src).toBe('about:blank'));
  await office.user.click(dialog.getByRole('button', { name: 'Paper of FEE-2027-000002' }));
  await office.user.click(await screen.findByRole('menuitem', { name: 'Roll of 80 mm' }));
  await waitFor(() => expect(office.inputs('fees.receipt').map(({ size }) => size)).toEqual(['a5', 'roll']));
  expect(localStorage.getItem('receipt-size')).toBe('roll');
});
