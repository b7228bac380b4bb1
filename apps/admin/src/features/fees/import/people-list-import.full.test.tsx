import { formatLocalMoney } from '@institute/contract/money';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answer, Refusal } from '../../../testing/answers.ts';
import { asOwner, findButton, findOutcome, findToast, openOffice } from '../../../testing/office.tsx';

/** The same file, read as a statement. */
const asStatement = {
  hash: 'a'.repeat(64),
  method: 'mtn',
  headings: [],
  from: {},
  missing: [],
  unheld: [],
  sheets: [],
  lines: [],
} satisfies Answer<'fees.plan'>;
const nothingHidden = { rows: 0, columns: 0 };

test('a list that has changed since its preview says so and is not stored', async () => {
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.planPeople': plannedPeople,
    'fees.plan': new Refusal(409, 'CONFLICT', 'The list has changed since the preview. Look again.'),
  });
  await office.user.type(await screen.findByLabelText('Lines'), 'x');
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText('The list has changed since the preview. Look again.')).toBeTruthy();
  await office.user.click(await screen.findByLabelText('People who study already'));
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText('Ann Akello. Line 2: there is no program X')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull();
});

const source = { name: 'Who', phone: 'Tel', program: 'Class', start: 'Joined', owes: null };
const plannedPeople = {
  hash: 'a'.repeat(64),
  headings: ['Who', 'Tel', 'Class', 'Joined', 'Fees'],
  from: { ...source, guardianPhone: null, email: null, firstName: null, surname: null },
  missing: [],
  sheets: [],
  asked: { balances: [], thousands: null },
  inThousands: null,
  intakes: [],
  lines: [
    {
      line: 2,
      name: 'Ann Akello',
      state: 'unreadable',
      person: null,
      message: 'Line 2: there is no program X',
    },
  ],
} satisfies Answer<'fees.planPeople'>;
const person = {
  firstName: 'Ann',
  lastName: 'Akello',
  phone: '0772 000 001',
  guardianPhone: null,
  email: null,
  programId: 2,
  program: 'Bakery',
  startDate: '2026-02-02',
  intakeId: null,
};
const sheet = { name: 'Class A', isHidden: false, isRead: true, lines: 2 };
const peopleOfWorkbook = {
  ...plannedPeople,
  sheets: [
    sheet,
    { ...sheet, name: 'Class B' },
    { ...sheet, name: 'Notes', isRead: false, lines: 1 },
    { ...sheet, name: 'Old', isHidden: true, isRead: false, lines: 0 },
  ],
  intakes: [
    { programId: 2, program: 'Bakery', startsOn: '2026-02-02', intakeId: null, people: 1, seatsLeft: null },
  ],
  lines: [
    {
      line: 2,
      name: 'Ann Akello',
      place: 'Class A, row 2',
      state: 'new',
      message: null,
      person: { ...person, owes: -5000 },
    },
    {
      line: 5,
      name: 'Ben Okot',
      place: 'Class B, row 2',
      state: 'differs',
      message: 'On record with UGX 5: REG-2026-000001',
      person: { ...person, owes: 9 },
    },
  ],
} satisfies Answer<'fees.planPeople'>;

test('a list of people says which sheets and columns it was read from, and both can be chosen', async () => {
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.planFile': { ...asStatement, text: '[Sheet: Class A]', hidden: nothingHidden },
    'fees.planPeople': peopleOfWorkbook,
    'fees.importPeople': { imported: 1, known: 0, differs: 1, unreadable: 0 },
    'intakes.create': {},
  });
  await office.user.click(await screen.findByLabelText('People who study already'));
  const file = new File([new Uint8Array([80, 75, 3, 4, 0])], 'classes.xlsx');
  await office.user.upload(await screen.findByLabelText('File'), file);
  expect(await screen.findByText(/Class A \(2 lines\), Class B \(2 lines\)/)).toBeTruthy();
  expect(screen.getByText(/Notes \(1 line\), Old \(hidden\)/)).toBeTruthy();
  expect(screen.getByText('Tel', { selector: 'dd' })).toBeTruthy();
  expect(screen.getByText('No column says what people owe, so they start without a debt.')).toBeTruthy();
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('On record with UGX 5');
  expect(screen.queryByText(/^Balance of the new people/)).toBeNull();

  office.answer({
    'fees.planPeople': { ...peopleOfWorkbook, from: { ...plannedPeople.from, owes: 'Fees' } },
  });
  await office.user.selectOptions(screen.getByLabelText('Owes'), 'Fees');
  expect(
    await screen.findByText(`Balance of the new people together: Credit ${formatLocalMoney(5000)}.`),
  ).toBeTruthy();
  await office.user.click(await findButton('Make intake Bakery, 2 Feb 2026'));
  await findToast('Bakery, 2 Feb 2026 is made');
  await waitFor(() => expect(office.inputs('fees.planPeople')).toHaveLength(3));
  await office.user.click(screen.getByLabelText('Class B (2 lines)'));
  await office.user.click(await findButton('Read These Sheets'));
  await office.user.click(await findButton('Store 1 Person'));
  await findOutcome();
  const left = '1 person is stored. Left out: 1 person with another debt';
  expect((await screen.findAllByText(left)).length).toBeGreaterThan(0);

  const text = '[Sheet: Class A]';
  const from = { ...plannedPeople.from, owes: 'Fees' };
  const sheets = ['Class A', 'Class B'];
  expect(office.inputs('fees.planPeople')).toEqual([
    { text },
    { text, columns: from, sheets },
    { text, columns: from, sheets },
    { text, sheets: ['Class A'] },
  ]);
  expect(office.inputs('intakes.create')).toEqual([{ programId: 2, startsOn: '2026-02-02', isOpen: false }]);
  const hash = 'a'.repeat(64);
  expect(office.inputs('fees.importPeople')).toEqual([{ text, hash, columns: from, sheets }]);
});

test('nothing of a list with several balances, or with thousands, is stored before the office has answered', async () => {
  const from = { ...plannedPeople.from, owes: 'Term 2 Balance' };
  const line = { ...peopleOfWorkbook.lines[0], place: null };
  const asked = { balances: ['Term 1 Balance', 'Term 2 Balance'], thousands: null };
  const plan = { ...plannedPeople, from, lines: [line] };
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.planPeople': { ...plan, asked },
  });
  await office.user.click(await screen.findByLabelText('People who study already'));
  await office.user.type(await screen.findByLabelText(/^Lines/), 'x');
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText('Which column says what people owe today?')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull();
  const thousands = { balances: [], thousands: 'Term 1 Balance' };
  office.answer({ 'fees.planPeople': { ...plan, asked: thousands } });
  await office.user.click(await findButton('Term 1 Balance'));
  expect(await screen.findByText('Are the amounts of Term 1 Balance in thousands?')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull();
  office.answer({ 'fees.planPeople': { ...plan, inThousands: true } });
  await office.user.click(await findButton('In Thousands'));
  await findButton('Store 1 Person');
  expect(office.inputs('fees.planPeople')).toMatchObject([
    { text: 'x' },
    { columns: { owes: 'Term 1 Balance' } },
    { columns: { owes: 'Term 2 Balance' }, inThousands: true },
  ]);
});
