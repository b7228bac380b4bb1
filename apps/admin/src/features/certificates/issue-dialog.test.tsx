import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer, Answers } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { listRegistrationAnswers, makeRegistration } from '../../testing/desk.ts';
import { findButton, findDialog, openOffice } from '../../testing/office.tsx';

const makeCandidate = (id: number, hasCompleted: boolean) => ({
  id,
  version: 2,
  name: `Student ${id}`,
  reference: `REG-2026-00000${id}`,
  hasCompleted,
  certificate: null,
  startsOn: null,
  balance: null,
});
const both = (hasCompleted: boolean) => [makeCandidate(1, hasCompleted), makeCandidate(2, hasCompleted)];
const rows = [1, 2].map((id) => ({ id, version: 2, status: 'completed' }));
const completion = {
  changed: 2,
  accepted: [],
  left: [],
  agesUnknown: [],
  notBegun: ['Student 2'],
  emails: 2,
  sms: 0,
  notDue: [],
  waitsForDecision: false,
  cost: null,
} satisfies Answer<'registrations.previewStatuses'>;

async function openIssue(answers: Answers) {
  const office = await openOffice('/admin/registrations', {
    ...listRegistrationAnswers(makeRegistration({ id: 1 }), makeRegistration({ id: 2 })),
    // A change waits until what is on the screen has come again
    'registrations.countNew': 0,
    'contact.unread': 0,
    'messagesOut.counts': { waiting: 0, failing: 0, parked: 0, sentToday: 0, filedToday: 0 },
    ...answers,
  });
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  await office.user.click(await findButton('Issue Certificates'));
  return { office, dialog: await findDialog('Issue Certificates') };
}
const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;

test('says at once that the site has no signer, with the way there, and not once more in the preview', async () => {
  const message = 'Write the signer under Site › Certificates first.';
  const { office, dialog } = await openIssue({
    'certificates.candidates': { people: both(true), missing: { path: 'signerName', message } },
    'certificates.preview': new Refusal(400, 'VALIDATION_ERROR', message),
  });
  expect(await dialog.findAllByText(message)).toHaveLength(1);
  expect(dialog.getByRole('link', { name: 'Write it now' }).getAttribute('href')).toBe(
    '/admin/site?section=certificates',
  );
  expect(isDisabled(dialog.getByRole('button', { name: 'Issue' }))).toBe(true);
  expect(office.inputs('certificates.preview')).toEqual([]);
});

test('says that nobody has completed, completes them after a question, and goes on to issue', async () => {
  const { office, dialog } = await openIssue({
    'account.get': { filedChannels: ['email'] },
    'certificates.candidates': { people: both(false), missing: null },
    'registrations.previewStatuses': completion,
    'registrations.changeStatuses': () => {
      office.answer({ 'certificates.candidates': { people: both(true), missing: null } });
      return [];
    },
  });
  expect(dialog.getByText('None of these 2 has completed')).toBeTruthy();
  expect(dialog.queryByText(/left:/)).toBeNull();
  expect(isDisabled(dialog.getByRole('button', { name: 'Issue' }))).toBe(true);
  await office.user.click(dialog.getByRole('button', { name: 'Set them to Completed and issue' }));
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent).toContain('Their intake has not begun: Student 2.');
  expect(asked.textContent).toContain('This sends 2 emails. Written to files: nobody is told.');
  await office.user.click(await findButton('Set to Completed'));
  await waitFor(async () => expect(isDisabled(await findButton('Issue'))).toBe(false));
  expect(office.inputs('registrations.changeStatuses')).toEqual([{ rows, anyway: true }]);
});

test('who is not accepted cannot be completed, and the dialog says so', async () => {
  const { office, dialog } = await openIssue({
    'certificates.candidates': { people: both(false), missing: null },
    'registrations.previewStatuses': { ...completion, changed: 0, notBegun: [], emails: 0 },
  });
  await office.user.click(dialog.getByRole('button', { name: 'Set them to Completed and issue' }));
  await dialog.findByText('No status was changed. Only an accepted registration can be completed');
  expect(office.inputs('registrations.changeStatuses')).toEqual([]);
});
