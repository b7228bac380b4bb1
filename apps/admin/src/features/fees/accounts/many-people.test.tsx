import { formatLocalMoney } from '@institute/contract/money';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/answers.ts';
import { feeSums, makeFeeAccount } from '../../../testing/desk.ts';
import { asOwner, findButton, findDialog, findToast, openOffice } from '../../../testing/office.tsx';

const answers = {
  ...asOwner,
  'registrations.choices': {
    programs: [{ id: 2, name: 'Tailoring' }],
    intakes: [{ id: 5, programId: 2, startsOn: '2027-02-01' }],
  },
  'fees.list': {
    items: [{ ...makeFeeAccount(7, 'Ann Akello'), status: 'withdrawn' }, makeFeeAccount(8, 'Ben Okot')],
    total: 2,
    totals: feeSums,
  },
} satisfies Answers;
const people = [
  { registrationId: 7, name: 'Ann Akello', reference: 'REG-2027-000007', owes: null },
  { registrationId: 8, name: 'Ben Okot', reference: 'REG-2027-000008', owes: 80_000 },
];

test('debtors are listed with phones, class, status and per cent paid', async () => {
  await openOffice('/admin/fees?status=withdrawn', answers);
  const row = within(await screen.findByRole('row', { name: /Ann Akello/ }));
  expect(row.getByRole('link', { name: '+256 772 123 456' }).getAttribute('href')).toBe('tel:+256772123456');
  expect(row.getByRole('link', { name: 'Guardian +256 772 123 457' })).toBeTruthy();
  for (const text of ['Tailoring, 1 Feb 2027', 'Withdrawn', '25%']) expect(row.getByText(text)).toBeTruthy();
});

test('a class is charged after a preview of who, how much, and who has it already', async () => {
  const office = await openOffice('/admin/fees', {
    ...answers,
    'fees.planChargeMany': { count: 1, total: 80_000, already: 1, people },
    'fees.chargeMany': { count: 1, total: 80_000, already: 1 },
  });
  await office.user.click(await findButton('Charge a Class'));
  const dialog = await findDialog('Charge a Class');
  await office.user.type(dialog.getByLabelText(/^Label/), 'Exam fee');
  await office.user.type(dialog.getByLabelText(/^Amount/), '80000');
  await office.user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(await dialog.findByText('This is required')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Intake/));
  await office.user.selectOptions(dialog.getByLabelText(/^Intake/), '1 Feb 2027, Tailoring');
  await office.user.click(dialog.getByRole('button', { name: 'Preview' }));
  const preview = await dialog.findByRole('region', { name: 'Preview' });
  expect(preview.textContent).toContain(`1 person, ${formatLocalMoney(80_000)} in all. 1 person left out`);
  expect(preview.textContent).toContain(
    `Ben Okot, REG-2027-000008 has it already: ${formatLocalMoney(80_000)}`,
  );
  // What is typed afterwards is looked at again
  await office.user.type(dialog.getByLabelText(/^Label/), 's');
  await office.user.click(dialog.getByRole('button', { name: 'Preview' }));
  await office.user.click(await dialog.findByRole('button', { name: 'Charge 1 person' }));
  await findToast('1 person: the charge is added');
  expect(office.inputs('fees.chargeMany')).toMatchObject([
    { registrations: { intakeId: 5 }, label: 'Exam fees', amount: 80_000 },
  ]);
});

test('without an intake no class can be charged, and the form begins with what to do', async () => {
  const none = { 'registrations.choices': { ...answers['registrations.choices'], intakes: [] } };
  const office = await openOffice('/admin/fees', { ...answers, ...none });
  await office.user.click(await findButton('Charge a Class'));
  const dialog = await findDialog('Charge a Class');
  expect(await dialog.findByText('There is no intake yet.')).toBeTruthy();
  const link = dialog.getByRole('link', { name: 'Add an intake first' });
  expect(link.getAttribute('href')).toBe('/admin/intakes');
});

test('an owner takes a charge back from chosen people', async () => {
  const office = await openOffice('/admin/fees', {
    ...answers,
    'fees.planReverseMany': { count: 1, total: 80_000, people: people.slice(1) },
    'fees.reverseMany': { count: 1 },
  });
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  await office.user.click(await findButton('Charge Selected'));
  const dialog = await findDialog('Charge 2 people');
  await office.user.selectOptions(dialog.getByLabelText(/^What/), 'Reverse a charge');
  await office.user.type(dialog.getByLabelText(/^Label/), 'Exam fee');
  await office.user.type(dialog.getByLabelText(/^Reason/), 'No exam');
  await office.user.click(dialog.getByRole('button', { name: 'Preview' }));
  await office.user.click(await dialog.findByRole('button', { name: 'Reverse for 1 person' }));
  await findToast('1 person: the charge is reversed');
  expect(office.inputs('fees.reverseMany')).toEqual([
    { registrations: [7, 8], label: 'Exam fee', reason: 'No exam' },
  ]);
});

test('debtors that the filter finds, or who are chosen, are reminded with a text to begin with', async () => {
  const longest = {
    name: 'Ann Akello',
    channel: 'sms',
    text: 'Dear Ann',
    characters: 90,
    segments: 1,
  } as const;
  const office = await openOffice('/admin/fees', {
    ...answers,
    'account.get': { isOwner: true, filedChannels: ['sms'] },
    'registrations.planMessage': {
      people: 2,
      emails: 0,
      sms: 2,
      segments: 2,
      days: [2],
      leftOut: [],
      unreached: [],
      longest,
      cost: null,
    },
    'registrations.sendMessage': { id: 9, people: 2 },
  });
  await office.user.click(await findButton('Remind'));
  const dialog = await findDialog('Remind');
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Text/).value).toContain(
    '{dues}. Your balance is {balance}',
  );
  expect(dialog.getByRole('button', { name: '{payCode}' })).toBeTruthy();
  expect(await dialog.findByText('2 people: 2 SMS. Written to files: nobody is told.')).toBeTruthy();
  await office.user.click(await dialog.findByRole('button', { name: 'Send to 2 people' }));
  await findToast('Written to files: nobody is told.');
  expect(office.inputs('registrations.sendMessage')).toMatchObject([
    { registrations: { state: 'owing' }, channels: ['sms', 'email'] },
  ]);
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select Ben Okot' }));
  await office.user.click(await findButton('Remind'));
  await findDialog('Remind');
  await expect
    .poll(() => office.inputs('registrations.planMessage').at(-1))
    .toMatchObject({ registrations: [8] });
});
