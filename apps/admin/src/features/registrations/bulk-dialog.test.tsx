import type { MessageChannel } from '@institute/contract/outbox.constants';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Answer, Answers } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { listRegistrationAnswers, makeRegistration } from '../../testing/desk.ts';
import { findButton, findToast, openOffice } from '../../testing/office.tsx';

const row = (id: number, firstName: string) => makeRegistration({ id, firstName });
const counts = {
  changed: 2,
  accepted: [1, 2],
  left: [],
  agesUnknown: [],
  notBegun: [],
  emails: 1,
  sms: 2,
  notDue: [],
  waitsForDecision: false,
  cost: { currency: 'UGX', amount: 69.5 },
} satisfies Answer<'registrations.previewStatuses'>;
const answers = {
  ...listRegistrationAnswers(row(1, 'Ann'), row(2, 'Bea')),
  'registrations.previewStatuses': counts,
  'registrations.changeStatuses': [
    { id: 1, version: 2, status: 'new' },
    { id: 2, version: 2, status: 'new' },
  ],
} satisfies Answers;

type Office = Awaited<ReturnType<typeof openOffice>>;

async function chooseStatus(office: Office, name: string) {
  await office.user.click(await findButton('Change Status'));
  await office.user.click(await screen.findByRole('menuitem', { name }));
}

async function choose(more: Answers = {}) {
  const office = await openOffice('/admin/registrations', { ...answers, ...more });
  await screen.findAllByText('Bea', { exact: false });
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  await chooseStatus(office, 'Accepted');
  return office;
}
const question = async () => within(await screen.findByRole('alertdialog'));
const rows = [1, 2].map((id) => ({ id, version: 1, status: 'accepted' }));

test('says what a change of status sends and about what it costs, and changes it after a yes only', async () => {
  const office = await choose({ 'registrations.previewStatuses': { ...counts, cost: null } });
  const first = await question();
  expect(first.getByText('This sends 1 email and 2 SMS.')).toBeTruthy();
  expect(office.inputs('registrations.previewStatuses')).toEqual([{ rows }]);
  await office.user.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByText('2 selected')).toBeTruthy();
  expect(office.inputs('registrations.changeStatuses')).toEqual([]);

  office.answer({ 'registrations.previewStatuses': counts });
  await chooseStatus(office, 'Accepted');
  const asked = await question();
  expect(asked.getByText('Set 2 registrations to Accepted?')).toBeTruthy();
  expect(asked.getByText('This sends 1 email and 2 SMS. The SMS cost about UGX 70.')).toBeTruthy();
  await office.user.click(asked.getByRole('button', { name: 'Change Status' }));
  await screen.findByText(/^2 registrations set to Accepted\./);
  expect(office.inputs('registrations.changeStatuses')).toEqual([{ rows }]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(document.activeElement?.textContent).toContain('2 registrations set to Accepted.');
});

test.each<[MessageChannel[], { emails: number; sms: number }, string, string]>([
  [
    ['sms'],
    { emails: 1, sms: 2 },
    'This sends 1 email and 2 SMS. No SMS gateway: SMS are written to files.',
    'told in 10 seconds. No SMS gateway: SMS are written to files.',
  ],
  [
    ['email', 'sms'],
    { emails: 1, sms: 2 },
    'This sends 1 email and 2 SMS. Written to files: nobody is told.',
    'set to Accepted. Written to files: nobody is told.',
  ],
  [
    ['email'],
    { emails: 2, sms: 0 },
    'This sends 2 emails. Written to files: nobody is told.',
    'set to Accepted. Written to files: nobody is told.',
  ],
  [['email'], { emails: 0, sms: 2 }, 'This sends 2 SMS.', 'The applicants are told in 10 seconds.'],
  [[], { emails: 0, sms: 0 }, 'This sends no message.', 'set to Accepted.'],
])(
  'with %j written to files and %j, it says before and after who is told',
  async (filedChannels, sent, before, after) => {
    const office = await choose({
      'account.get': { filedChannels },
      'registrations.previewStatuses': { ...counts, ...sent, cost: null },
    });
    const asked = await question();
    expect(asked.getByText(before)).toBeTruthy();
    await office.user.click(asked.getByRole('button', { name: 'Change Status' }));
    expect(await screen.findByText((text) => text.endsWith(after))).toBeTruthy();
  },
);

test('rows can only be chosen once they have come, as an earlier press would choose none', async () => {
  const listed = Promise.withResolvers<Answer<'registrations.list'>>();
  const office = await openOffice('/admin/registrations', {
    ...answers,
    'registrations.list': listed.promise,
  });
  expect(await screen.findByRole('checkbox', { name: /^Select all/ })).toHaveProperty('disabled', true);
  listed.resolve(listRegistrationAnswers(row(1, 'Ann'), row(2, 'Bea'))['registrations.list']);
  await screen.findAllByText('Bea', { exact: false });
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
});

test('no longer says that the applicants are told in ten seconds once these have passed', async () => {
  const timers = vi.spyOn(window, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const office = await choose();
  await office.user.click((await question()).getByRole('button', { name: 'Change Status' }));
  await screen.findByText(/The applicants are told in 10 seconds\.$/);
  // Cached answers have timers of about the same length
  const passed = timers.mock.calls.filter(([, ms]) => ms === 10_000);
  act(() => {
    for (const [onEnd] of passed) (onEnd as () => void)();
  });
  expect(screen.queryByText(/10 seconds/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('those of unknown age are left when many are accepted, and counted', async () => {
  const office = await choose({
    'registrations.previewStatuses': {
      ...counts,
      changed: 1,
      left: [{ reason: 'ageUnknown', count: 1 }],
      cost: null,
    },
    'registrations.changeStatuses': [{ id: 1, version: 2, status: 'new' }],
  });
  const asked = await question();
  expect(
    asked.getByText('This sends 1 email and 2 SMS. 1 is left out: the date of birth is missing.'),
  ).toBeTruthy();
  await office.user.click(asked.getByRole('button', { name: 'Change Status' }));
  expect(await findToast('1 accepted, 1 is left out: the date of birth is missing')).toBeTruthy();
  await screen.findByText(/^1 registration set to Accepted\./);
});

test('names who has no date of birth, and accepts them after one tick', async () => {
  const left = [{ reason: 'ageUnknown' as const, count: 7 }];
  const agesUnknown = ['Ann', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gia'];
  const office = await choose({
    'registrations.previewStatuses': { ...counts, changed: 0, left, agesUnknown },
  });
  const asked = await question();
  expect(asked.getByText('Without a date of birth: Ann, Bea, Cleo, Dora, Eve, 2 more.')).toBeTruthy();
  expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Change Status' }).disabled).toBe(true);
  office.answer({ 'registrations.previewStatuses': { ...counts, changed: 7, agesUnknown } });
  await office.user.click(asked.getByRole('checkbox', { name: 'They are of age or a guardian agreed' }));
  await waitFor(() =>
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Change Status' }).disabled).toBe(false),
  );
  expect(office.inputs('registrations.previewStatuses')).toEqual([{ rows }, { rows, agesConfirmed: true }]);
  await office.user.click(asked.getByRole('button', { name: 'Change Status' }));
  await screen.findByText(/^2 registrations set to Accepted\./);
  expect(office.inputs('registrations.changeStatuses')).toEqual([{ rows, agesConfirmed: true }]);
});

test('those that cannot be completed are left, and the toast says why', async () => {
  const office = await choose({
    'registrations.previewStatuses': { ...counts, changed: 3, left: [{ reason: 'notAccepted', count: 2 }] },
    'registrations.changeStatuses': [1, 2, 3].map((id) => ({ id, version: 2, status: 'accepted' })),
  });
  await office.user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await chooseStatus(office, 'Completed');
  const why = '2 left: only an accepted registration can be completed';
  expect((await question()).getByText(`${why}.`, { exact: false })).toBeTruthy();
  await office.user.click((await question()).getByRole('button', { name: 'Change Status' }));
  expect(await findToast(`3 completed, ${why}`)).toBeTruthy();
});

test('asks nothing when nothing would change, or when the change is refused', async () => {
  const office = await choose({ 'registrations.previewStatuses': { ...counts, changed: 0 } });
  expect(await findToast('All of them are Accepted already')).toBeTruthy();
  office.answer({ 'registrations.previewStatuses': new Refusal(409, 'NO_SEATS_LEFT', 'No seats left.') });
  await chooseStatus(office, 'Accepted');
  expect((await screen.findByText('No seats left.')).closest('[role=alert]')?.textContent).toContain(
    'No status was changed',
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('asks whether charges that are not due yet are reversed, when many are rejected', async () => {
  const notDue = [
    { dueOn: '2999-01-01', amount: 500_000 },
    { dueOn: '2999-02-01', amount: 300_000 },
  ];
  const office = await choose({ 'registrations.previewStatuses': { ...counts, notDue } });
  const asked = await question();
  expect(
    asked.getByText(
      /Take back .* 800,000 that is not due yet\? .* 500,000 is due 1 Jan 2999, .*1 Feb 2999\.$/,
    ),
  ).toBeTruthy();
  await office.user.click(asked.getByRole('button', { name: 'Take Back' }));
  await screen.findByText(/^2 registrations set to/);
  expect(office.inputs('registrations.changeStatuses')).toMatchObject([{ reversesCharges: true }]);
});

test('names whose intake has not begun, and completes them after one tick', async () => {
  const office = await choose();
  await office.user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const notBegun = ['Ann Akello'];
  const left = [{ reason: 'notBegun' as const, count: 1 }];
  office.answer({ 'registrations.previewStatuses': { ...counts, changed: 1, left, notBegun, cost: null } });
  await chooseStatus(office, 'Completed');
  const asked = await question();
  expect(asked.getByText('Their intake has not begun: Ann Akello.')).toBeTruthy();
  expect(asked.getByText(/1 left: the intake has not begun\.$/)).toBeTruthy();
  office.answer({ 'registrations.previewStatuses': { ...counts, notBegun, cost: null } });
  await office.user.click(asked.getByRole('checkbox', { name: 'They have completed all the same' }));
  await waitFor(() => expect(asked.queryByText(/1 left/)).toBeNull());
  await office.user.click(asked.getByRole('button', { name: 'Change Status' }));
  await screen.findByText(/^2 registrations set to Completed\./);
  const completed = rows.map((row) => ({ ...row, status: 'completed' }));
  expect(office.inputs('registrations.changeStatuses')).toEqual([{ rows: completed, anyway: true }]);
});
