import { rights } from '@institute/contract/rights.constants';
import { addDays, readToday } from '@institute/contract/time';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenRegistration, listOf, sheetOf } from '../../testing/desk.ts';
import {
  asOwner,
  email,
  findButton,
  findDialog,
  findToast,
  listAnswer,
  openOffice,
  Refusal,
} from '../../testing/office.tsx';

const certificate = (id: number, more: object = {}) => ({
  id,
  number: `CERT-2027-00000${id}`,
  code: '7KQ2M9XHT4WZ',
  holder: 'Ann Akello',
  program: 'Tailoring',
  hours: 480,
  result: null,
  from: '2027-02-01',
  to: null,
  issuedOn: '2027-07-02',
  state: 'valid',
  reason: null,
  issueReason: null,
  withdrawnOn: null,
  registrationId: 7,
  ...more,
});
const answers = {
  ...asOwner,
  'registrations.choices': { programs: [{ id: 2, name: 'Tailoring' }], intakes: [] },
  'certificates.list': listAnswer(
    certificate(1),
    certificate(2, { state: 'withdrawn', holder: 'Bo Bird' }),
    certificate(3, { holder: null }),
  ),
  'certificates.pdfTicket': { url: '/api/certificates.pdf?ticket=x' },
  'contact.unread': 0,
  'registrations.countNew': 0,
  'messagesOut.counts': { waiting: 0, failing: 0, parked: 0, sentToday: 0 },
};
const rowOf = async (number: string) =>
  within((await screen.findByText(number)).closest('tr') as HTMLElement);

test('the list has a row for each certificate, and what can be done with it', async () => {
  const office = await openOffice('/admin/certificates', answers);
  const first = await rowOf('CERT-2027-000001');
  for (const text of ['Ann Akello', 'Tailoring', '2 Jul 2027', 'Valid'])
    expect(first.getByText(text)).toBeTruthy();
  for (const does of ['PDF', 'Correct', 'Withdraw']) {
    expect(first.getByRole('button', { name: `${does} CERT-2027-000001` })).toBeTruthy();
  }
  expect((await rowOf('CERT-2027-000002')).queryAllByRole('button')).toEqual([]);
  const erased = await rowOf('CERT-2027-000003');
  expect(erased.getByText('Name erased')).toBeTruthy();
  expect(erased.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Withdraw CERT-2027-000003',
  ]);

  await office.user.selectOptions(screen.getByLabelText('State'), 'Withdrawn');
  await office.user.selectOptions(screen.getByLabelText('Program'), 'Tailoring');
  await waitFor(() =>
    expect(office.inputs('certificates.list').at(-1)).toMatchObject({ state: 'withdrawn', programId: 2 }),
  );
});

test('only owners correct and withdraw, and rows wait until it is known who that is', async () => {
  let answer = (_: object) => {};
  const own = new Promise<object>((resolve) => (answer = resolve));
  const office = await openOffice('/admin/certificates', { ...answers, 'account.get': () => own });
  await waitFor(() => expect(office.inputs('certificates.list')).toHaveLength(1));
  await screen.findAllByTestId('skeleton');
  expect(screen.queryByText('CERT-2027-000001')).toBeNull();
  answer({ email, isOwner: false, rights, filedChannels: [] });
  const first = await rowOf('CERT-2027-000001');
  expect(first.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    'PDF CERT-2027-000001',
  ]);
});

test('Print All downloads every page of the list, without what cannot be printed', async () => {
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '');
  });
  const many = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({ ...certificate(1), id: index + 1 }));
    return ({ limit = 1, offset = 0 }) => ({ items: rows.slice(offset, offset + limit), total: count });
  };
  const office = await openOffice('/admin/certificates?state=valid', {
    ...answers,
    'certificates.list': many(140),
  });
  await screen.findByRole('table');
  const shown = office.inputs('certificates.list').at(-1) as { limit: number };
  expect(shown.limit).toBeLessThan(140);
  await office.user.click(await findButton('Print All'));
  await waitFor(() => expect(clicked).toEqual(['/api/certificates.pdf?ticket=x']));
  const ids = Array.from({ length: 140 }, (_, index) => index + 1);
  expect(office.inputs('certificates.pdfTicket')).toEqual([{ ids }]);
  expect(office.inputs('certificates.list').at(-1)).toEqual({ state: 'valid', limit: 500 });

  const showState = async (state: string, option: string) => {
    await office.user.selectOptions(screen.getByLabelText('State'), option);
    await waitFor(() => expect(office.inputs('certificates.list').at(-1)).toMatchObject({ state }));
  };
  office.answer({ 'certificates.list': many(501) });
  await showState('withdrawn', 'Withdrawn');
  await office.user.click(await findButton('Print All'));
  expect(await screen.findByText('At most 500 at once: narrow the list first')).toBeTruthy();

  office.answer({ 'certificates.list': { items: [certificate(2, { state: 'withdrawn' })], total: 1 } });
  await showState('replaced', 'Replaced');
  await office.user.click(await findButton('Print All'));
  expect(await findToast('None of them can be printed')).toBeTruthy();
  expect(office.inputs('certificates.pdfTicket')).toHaveLength(1);
});

test('a correction and a withdrawal say who reads the reason', async () => {
  const office = await openOffice('/admin/certificates', {
    ...answers,
    'certificates.correct': { id: 9, number: 'CERT-2027-000009', code: 'X' },
    'certificates.withdraw': { id: 1 },
    'account.get': { ...asOwner['account.get'], filedChannels: ['sms'] },
  });
  await office.user.click(await findButton('Correct CERT-2027-000001'));
  const correction = await findDialog('Correct CERT-2027-000001');
  expect(correction.getByText(/The holder is told by email\. No SMS gateway: SMS are written/)).toBeTruthy();
  expect(correction.getByText('Only the office reads this.')).toBeTruthy();
  const name = correction.getByLabelText(/^Name on the certificate/);
  await office.user.clear(name);
  await office.user.type(name, 'Ann Right');
  await office.user.type(correction.getByLabelText(/^Reason/), 'A wrong letter');
  await office.user.click(correction.getByRole('button', { name: 'Correct' }));
  expect(await findToast('Certificate CERT-2027-000009 replaces CERT-2027-000001')).toBeTruthy();
  expect(office.inputs('certificates.correct')).toEqual([
    { id: 1, holder: 'Ann Right', hours: 480, to: null, result: null, reason: 'A wrong letter' },
  ]);

  await office.user.click(await findButton('Withdraw CERT-2027-000001'));
  const withdrawal = await findDialog('Withdraw CERT-2027-000001');
  await office.user.click(withdrawal.getByRole('button', { name: 'Withdraw' }));
  expect(await withdrawal.findByText('This is required')).toBeTruthy();
  await office.user.type(withdrawal.getByLabelText(/^Reason/), 'The exam was repeated.');
  await office.user.click(withdrawal.getByRole('button', { name: 'Withdraw' }));
  expect(await findToast('Certificate CERT-2027-000001 is withdrawn')).toBeTruthy();
  expect(office.inputs('certificates.withdraw')).toEqual([{ id: 1, reason: 'The exam was repeated.' }]);
});

const person = (id: number, firstName: string) => givenRegistration({ id, firstName, status: 'completed' });
const ready = { hasCompleted: true, certificate: null, startsOn: null, balance: null };
const desk = {
  ...answers,
  ...listOf(person(1, 'Ann'), person(2, 'Bea'), person(3, 'Cy')),
  'certificates.candidates': [
    { id: 1, name: 'Ann Akello', reference: 'REG-1', ...ready, startsOn: '2026-02-02', balance: 150_000 },
    { id: 2, name: 'Bea Bird', reference: 'REG-2', ...ready, certificate: 'CERT-2027-000001' },
    { id: 3, name: 'C'.repeat(66), reference: 'REG-3', ...ready },
  ],
};

async function openIssue(more: object = {}) {
  const office = await openOffice('/admin/registrations', { ...desk, ...more });
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select all 3' }));
  await office.user.click(await findButton('Issue Certificates'));
  return { office, dialog: await findDialog('Issue Certificates') };
}

test('chosen people get certificates, once no name is longer than its line', async () => {
  const { office, dialog } = await openIssue({
    'certificates.issue': {
      items: [
        { registrationId: 1, id: 11, number: 'CERT-2027-000011', code: 'A' },
        { registrationId: 3, id: 12, number: 'CERT-2027-000012', code: 'B' },
      ],
    },
  });
  expect(office.inputs('certificates.candidates')).toEqual([{ ids: [1, 2, 3] }]);
  expect(dialog.getByText('Bea Bird (CERT-2027-000001)')).toBeTruthy();
  const names = dialog.getAllByLabelText<HTMLInputElement>('Name on the certificate');
  expect(names.map(({ value }) => value)).toEqual(['Ann Akello', 'C'.repeat(66)]);
  const tooLong = 'This name is longer than its line: 66 of 60 letters';
  expect(dialog.getByText(tooLong)).toBeTruthy();
  await office.user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(office.inputs('certificates.issue')).toEqual([]);

  fireEvent.change(names[1] as HTMLInputElement, { target: { value: 'Cy Cat' } });
  await waitFor(() => expect(dialog.queryByText(tooLong)).toBeNull());
  await office.user.type(dialog.getByLabelText('Hours for all'), '480');
  expect(dialog.getByText('Balance: UGX 150,000')).toBeTruthy();
  expect(dialog.queryByText('Nothing left to pay')).toBeNull();
  fireEvent.change(dialog.getByLabelText('Studied until, for all'), { target: { value: '2026-06-30' } });
  // Who has an intake starts with it
  const [from, ...others] = dialog.getAllByLabelText('Studied from');
  expect(others).toEqual([]);
  fireEvent.change(from as HTMLElement, { target: { value: '2026-03-02' } });
  await office.user.type(dialog.getAllByLabelText('Result')[0] as HTMLElement, 'Distinction');
  const [first] = dialog.getAllByLabelText('Hours');
  await office.user.clear(first as HTMLElement);
  fireEvent.change(dialog.getByLabelText(/^Issued On/), { target: { value: '2026-07-02' } });
  await office.user.type(dialog.getByLabelText(/^Why for This Day/), 'Marked late');
  await office.user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(await findToast('2 certificates issued')).toBeTruthy();
  expect(await screen.findByText(/CERT-2027-000011 to CERT-2027-000012/)).toBeTruthy();
  expect(office.inputs('certificates.issue')).toEqual([
    {
      registrations: [
        { id: 1, holder: 'Ann Akello', to: '2026-06-30', result: 'Distinction' },
        { id: 3, holder: 'Cy Cat', hours: 480, from: '2026-03-02', to: '2026-06-30' },
      ],
      issuedOn: '2026-07-02',
      reason: 'Marked late',
    },
  ]);
  await office.user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(office.inputs('certificates.pdfTicket')).toEqual([{ ids: [11, 12] }]));
});

test('who is no owner issues for at most 60 days back, and a refusal stands at the day', async () => {
  const early = 'At most 60 days back. For an earlier day an owner writes why';
  const { office, dialog } = await openIssue({
    'account.get': { email, isOwner: false, rights, filedChannels: [] },
    'certificates.candidates': desk['certificates.candidates'].slice(0, 1),
    'certificates.issue': new Refusal(400, 'VALIDATION_ERROR', early, [{ path: 'issuedOn', message: early }]),
  });
  const day = dialog.getByLabelText<HTMLInputElement>(/^Issued On/);
  expect(day.min).toBe(addDays(readToday(), -60));
  fireEvent.change(day, { target: { value: '2020-07-02' } });
  expect(dialog.queryByLabelText(/^Why for This Day/)).toBeNull();
  await office.user.click(dialog.getByRole('button', { name: 'Issue' }));
  await waitFor(() => expect(day.getAttribute('aria-invalid')).toBe('true'));
});

test('a pasted column of results is filled in, also from a field of one person, and who owes is named', async () => {
  const { office, dialog } = await openIssue();
  expect(dialog.getByText('1 person of 2 still owes')).toBeTruthy();
  expect(dialog.getByText('Ann Akello (UGX 150,000)')).toBeTruthy();
  const results = () => dialog.getAllByLabelText<HTMLInputElement>('Result').map(({ value }) => value);
  const [first] = dialog.getAllByLabelText('Result');
  if (!first) throw new Error('There is no result');
  await office.user.click(first);
  await office.user.paste('Distinction\nMerit\n');
  expect(results()).toEqual(['Distinction', 'Merit']);
  const column = dialog.getByLabelText<HTMLTextAreaElement>('Results of all');
  expect(column.value).toBe('Distinction\nMerit\n');
  expect(dialog.getByText('2 results filled in. Compare them below.')).toBeTruthy();
  await office.user.clear(column);
  await office.user.click(column);
  await office.user.paste('Pass');
  expect(await dialog.findByText(/^1 line for 2 people/)).toBeTruthy();
  expect(results()).toEqual(['Distinction', 'Merit']);
});

test('the dialog shows the paper of each person as typed, or why there will be none', async () => {
  const { office, dialog } = await openIssue({
    'certificates.preview': ({
      registrations: [one],
    }: {
      registrations: { id: number; holder: string }[];
    }) =>
      one?.id === 1
        ? { picture: `data:,${one.holder}` }
        : new Refusal(400, 'VALIDATION_ERROR', 'Invalid input', [
            { path: 'registrations.0', message: 'The paper cannot print 李.' },
          ]),
  });
  const paper = dialog.getByRole('region', { name: 'Preview' });
  const picture = async () => (await within(paper).findByRole<HTMLImageElement>('img')).src;
  await waitFor(async () => expect(await picture()).toBe('data:,Ann Akello'));
  expect(within(paper).getByText('Paper 1 of 2')).toBeTruthy();
  fireEvent.change(dialog.getAllByLabelText('Name on the certificate')[0] as HTMLElement, {
    target: { value: 'Ann Right' },
  });
  await waitFor(async () => expect(await picture()).toBe('data:,Ann Right'));
  await office.user.click(within(paper).getByRole('button', { name: 'Next paper' }));
  expect(await within(paper).findByText('The paper cannot print 李.')).toBeTruthy();
  expect(within(paper).queryByRole('img')).toBeNull();
  expect(office.inputs('certificates.issue')).toEqual([]);
});

test('a refusal names the row, and the dialog stays', async () => {
  const refusal = new Refusal(409, 'CONFLICT', 'Already issued: CERT-2027-000005', [
    { path: 'registrations.1', message: 'Already issued: CERT-2027-000005' },
  ]);
  const { office, dialog } = await openIssue({ 'certificates.issue': refusal });
  fireEvent.change(dialog.getAllByLabelText('Name on the certificate')[1] as HTMLElement, {
    target: { value: 'Cy Cat' },
  });
  await office.user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(await findToast('No certificate was issued')).toBeTruthy();
  const rows = dialog.getAllByRole('listitem');
  expect(within(rows[1] as HTMLElement).getByText('Already issued: CERT-2027-000005')).toBeTruthy();
  expect(within(rows[0] as HTMLElement).queryByText(/Already issued/)).toBeNull();
});

test('two people of one name are told apart by their references', async () => {
  const { dialog } = await openIssue({
    'certificates.candidates': [
      { id: 1, name: 'Ann Akello', reference: 'REG-1', ...ready },
      { id: 2, name: 'Bea Bird', reference: 'REG-2', ...ready },
      { id: 3, name: 'Ann Akello', reference: 'REG-3', ...ready },
    ],
  });
  expect(dialog.getAllByText(/^REG-/).map(({ textContent }) => textContent)).toEqual(['REG-1', 'REG-3']);
});

test('with nobody who has completed there is nothing to issue', async () => {
  const { dialog } = await openIssue({
    'certificates.candidates': [
      { id: 1, name: 'Ann Akello', reference: 'REG-1', ...ready, hasCompleted: false },
    ],
  });
  expect(dialog.getByRole('button', { name: 'Issue' }).hasAttribute('disabled')).toBe(true);
  expect(dialog.getByText('Ann Akello')).toBeTruthy();
});

const sheet = {
  ...answers,
  ...sheetOf(person(1, 'Ann')),
};

test('the sheet of somebody who completed issues the certificate, unless a valid one stands', async () => {
  const office = await openOffice('/admin/registrations?open=1', {
    ...sheet,
    'certificates.list': listAnswer(certificate(1, { state: 'withdrawn' })),
    'certificates.candidates': desk['certificates.candidates'].slice(0, 1),
    'certificates.issue': { items: [{ registrationId: 1, id: 11, number: 'CERT-2027-000011', code: 'A' }] },
  });
  await office.user.click(await findButton('Issue Certificate'));
  const dialog = await findDialog('Issue Certificates');
  expect(office.inputs('certificates.candidates')).toEqual([{ ids: [1] }]);
  office.answer({ 'certificates.list': listAnswer(certificate(11)) });
  await office.user.click(dialog.getByRole('button', { name: 'Issue' }));
  await findToast('1 certificate issued');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Issue Certificate' })).toBeNull());
});

test('a sheet shows the certificates of its registration', async () => {
  await openOffice('/admin/registrations?open=1', {
    ...sheet,
    'certificates.list': listAnswer(
      certificate(4),
      certificate(1, { state: 'withdrawn', reason: 'A mistake' }),
    ),
  });
  const section = within(await screen.findByRole('region', { name: 'Certificate' }));
  expect(await section.findByText('CERT-2027-000004')).toBeTruthy();
  expect(section.getByText('Issued on 2 Jul 2027 · A mistake')).toBeTruthy();
  expect(section.getAllByRole('link', { name: 'Check page' })[0]?.getAttribute('href')).toBe(
    '/certificates/7KQ2-M9XH-T4WZ',
  );
  expect(section.getAllByRole('button', { name: 'PDF' })).toHaveLength(1);
});
