import { formatLocalMoney } from '@institute/contract/money';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../api/admin.ts';
import type { Answer, Answers } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { at, listRegistrationAnswers, makeOpened, makeRegistration } from '../../testing/desk.ts';
import { findToast, findDialog as openedDialog, openOffice } from '../../testing/office.tsx';

const view = makeRegistration();
const QUESTION = 'The date of birth is missing. Has a guardian agreed, or is the applicant 18 or older?';

type Decided = AdminAnswers['registrations']['decide'];
interface Stored {
  status?: Decided['view']['status'];
  answers?: Answers;
}

async function openAnn(
  dateOfBirth: string | null,
  undo: Decided['undo'] = null,
  { status = 'new', answers = {} }: Stored = {},
) {
  const item = { ...view, dateOfBirth, status };
  const opened = makeOpened(item);
  const office = await openOffice('/admin/registrations?open=1', {
    ...listRegistrationAnswers(item),
    'registrations.get': opened,
    'registrations.decide': ({ status }) => ({
      ...opened,
      view: { ...item, status },
      nextInLine: null,
      undo,
    }),
    ...answers,
  });
  const dialog = await openedDialog(`Ann ${view.lastName}`);
  const choose = async (status: string) =>
    office.user.selectOptions(await dialog.findByLabelText('Status'), status);
  const save = async () => office.user.click(dialog.getByRole('button', { name: 'Save' }));
  return { office, dialog, choose, save };
}

test('the row and the sheet say that the age is unknown, and accepting asks about it', async () => {
  const { office, dialog, choose, save } = await openAnn(null);
  expect(await dialog.findByText('Age unknown')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Age unknown')).toHaveLength(2));
  await choose('accepted');
  await save();
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(QUESTION)).toBeTruthy();
  await office.user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(office.inputs('registrations.decide')).toEqual([]);

  await save();
  const again = within(await screen.findByRole('alertdialog'));
  await office.user.click(again.getByRole('button', { name: 'Accept' }));
  expect(await findToast('Registration updated successfully')).toBeTruthy();
  expect(office.inputs('registrations.decide')).toMatchObject([{ id: 1, status: 'accepted' }]);
});

test('a change of one status can be undone while the applicant is not told', async () => {
  const undo = { id: 1, version: 2, status: 'new' } as const;
  const { office, dialog, choose, save } = await openAnn('2001-02-03', undo);
  await choose('accepted');
  await save();
  expect(await findToast('Ann is told in 10 seconds by email or SMS.')).toBeTruthy();
  office.answer({
    'registrations.get': makeOpened({ ...view, dateOfBirth: '2001-02-03' }, { tag: '"3"' }),
    'registrations.undoStatuses': [undo],
  });
  await office.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await findToast('Undone')).toBeTruthy();
  expect(office.inputs('registrations.undoStatuses')).toEqual([{ rows: [undo] }]);
  const status = dialog.getByLabelText<HTMLSelectElement>('Status');
  await waitFor(() => expect(status.value).toBe('new'));
  await choose('reviewing');
  await save();
  await waitFor(() => expect(office.inputs('registrations.decide').at(-1)).toMatchObject({ ifMatch: '"3"' }));
});

test.each([
  [null, 'reviewing'],
  ['2001-02-03', 'accepted'],
])('nothing is asked of somebody born %j who becomes %s', async (dateOfBirth, status) => {
  const { office, choose, save } = await openAnn(dateOfBirth);
  await choose(status);
  await save();
  expect(await findToast('Registration updated successfully')).toBeTruthy();
  expect(screen.queryByText(QUESTION)).toBeNull();
  expect(office.inputs('registrations.decide')).toMatchObject([{ id: 1, status }]);
});

test('a status that the registration cannot have is not offered', async () => {
  const { dialog } = await openAnn('2001-02-03');
  const status = await dialog.findByLabelText<HTMLSelectElement>('Status');
  const barred = [...status.options].filter(({ disabled }) => disabled).map(({ value }) => value);
  expect(barred).toEqual(['completed']);
});

test('rejecting an accepted applicant asks whether what is not due is reversed', async () => {
  const line = { kind: 'instalment' as const, label: 'Term', reason: null, recordedBy: null, createdAt: at };
  const charges = [
    { ...line, id: 1, amount: 200_000, dueOn: '2020-01-01', reverses: null },
    { ...line, id: 2, amount: 800_000, dueOn: '2999-01-01', reverses: null },
    { ...line, id: 3, amount: 300_000, dueOn: '2999-01-01', reverses: null },
    { ...line, id: 4, kind: 'reversal' as const, amount: -300_000, dueOn: '2999-01-01', reverses: 3 },
  ];
  const sums = { charged: 1_000_000, paid: 0, balance: 1_000_000, overdue: 200_000 };
  const next = { nextDueOn: null, nextDueAmount: null, payCode: '12', payments: [] };
  const { office, dialog, choose, save } = await openAnn('2000-01-01', null, {
    status: 'accepted',
    answers: {
      'fees.account': { registrationId: 1, ...sums, ...next, charges },
    },
  });
  const fees = within(await dialog.findByRole('region', { name: 'Fees' }));
  expect(await fees.findByText('Pay Code')).toBeTruthy();
  expect(fees.queryByRole('button', { name: 'Discount' })).toBeNull();
  await choose('rejected');
  await save();
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.getByText(`Take back ${formatLocalMoney(800_000)} that is not due yet?`)).toBeTruthy();
  expect(asked.getByText(/800,000 is due 1 Jan 2999\. .* 200,000 is due already/)).toBeTruthy();
  await office.user.click(asked.getByRole('button', { name: 'Take Back' }));
  await findToast('Registration updated successfully');
  expect(office.inputs('registrations.decide')).toMatchObject([
    { status: 'rejected', reversesCharges: true },
  ]);
});

test('after a change of status the sheet and Record Payment show the new balance', async () => {
  const sums = { charged: 0, paid: 0, balance: 0, overdue: 0 };
  const account = { registrationId: 1, nextDueOn: null, nextDueAmount: null, payCode: '12', payments: [] };
  const { office, dialog, choose, save } = await openAnn('2000-01-01', null, {
    answers: {
      'fees.account': () => ({
        ...account,
        ...sums,
        ...(office.inputs('registrations.decide').length > 0 && { charged: 900_000, balance: 900_000 }),
        charges: [],
      }),
    },
  });
  const fees = within(await dialog.findByRole('region', { name: 'Fees' }));
  expect((await fees.findAllByText(formatLocalMoney(0))).length).toBeGreaterThan(0);
  await choose('accepted');
  await save();
  expect(await fees.findAllByText(formatLocalMoney(900_000))).toHaveLength(2);
  await office.user.click(fees.getByRole('button', { name: 'Record Payment' }));
  const payment = await openedDialog('Record Payment');
  expect(payment.getByText(`Balance ${formatLocalMoney(900_000)}`)).toBeTruthy();
});

test('the second of two editors is warned with what the first has set, and keeps the choice', async () => {
  const { office, dialog, choose, save } = await openAnn('2000-01-01', null, {
    answers: { 'registrations.decide': new Refusal(412, 'PRECONDITION_FAILED') },
  });
  await choose('rejected');
  const newest = Promise.withResolvers<Answer<'registrations.get'>>();
  office.answer({ 'registrations.get': newest.promise });
  await save();
  await waitFor(() => expect(office.inputs('registrations.get')).toHaveLength(2));
  // Another save before the newest version is known would be refused again
  expect(dialog.queryByRole('alert')).toBeNull();
  const change = {
    id: 1,
    from: 'new',
    to: 'waiting',
    note: null,
    by: 'sarah@example.org',
    at,
    corrected: null,
    reason: null,
  } as const;
  newest.resolve(makeOpened({ ...view, status: 'waiting' }, { tag: '"2"', history: [change] }));
  const warning = await dialog.findByRole('alert');
  expect(warning.textContent).toContain('sarah@example.org set it to Waiting');
  expect(dialog.getByLabelText<HTMLSelectElement>('Status').value).toBe('rejected');
  await save();
  await waitFor(() => expect(office.inputs('registrations.decide').at(-1)).toMatchObject({ ifMatch: '"2"' }));
});
