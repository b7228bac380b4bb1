import { formatLocalMoney } from '@institute/contract/money';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../../testing/answers.ts';
import { openOffice } from '../../../testing/office.tsx';

const sums = {
  book: 671_700,
  accounts: 700,
  unassigned: 96_000,
  removed: 575_000,
  difference: 0,
  wrong: [],
  cash: { counted: 599_000, banked: 500_000, unbanked: 99_000 },
  people: [{ registrationId: 7, name: null, reference: null, amount: 575_000 }],
} satisfies Answer<'fees.reconciliation'>;

test('an auditor sees that the book and the accounts agree, and money that no list has', async () => {
  await openOffice('/admin/fees/reconciliation', { 'fees.reconciliation': sums });
  expect(await screen.findByText('The book and the accounts agree')).toBeTruthy();
  expect(screen.getAllByText('671,700')).toHaveLength(2);
  const people = within(screen.getByRole('table', { name: 'Money of people in the trash or erased' }));
  expect(people.getByText('An erased person')).toBeTruthy();
  expect(people.getByText('575,000')).toBeTruthy();
  expect(screen.getByText('Not taken to the bank yet').parentElement?.textContent).toContain('99,000');
});

test('movements that differ are named, with a link to the book', async () => {
  const wrong = [
    { movementId: 3, kind: 'payment', receivedOn: '2027-01-02', number: 'MP1', amount: 0, assigned: 40 },
  ] satisfies Answer<'fees.reconciliation'>['wrong'];
  await openOffice('/admin/fees/reconciliation', {
    'fees.reconciliation': { ...sums, difference: -40, wrong },
  });
  expect(await screen.findByText(`They differ by ${formatLocalMoney(-40)}`)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'MP1' }).getAttribute('href')).toContain('/admin/fees/book?q=MP1');
});
