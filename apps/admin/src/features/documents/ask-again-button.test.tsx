import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer, Answers } from '../../testing/answers.ts';
import { listRegistrationAnswers, makeRegistration } from '../../testing/desk.ts';
import { findButton, findToast, openOffice } from '../../testing/office.tsx';

const person = (id: number, firstName: string) => makeRegistration({ id, firstName });
const counts = { asked: 5, given: 3, missing: 2, toLookAt: 0, refused: 0, missingForAcceptance: 2 };

async function chooseBoth(more: Answers = {}) {
  const office = await openOffice('/admin/registrations', {
    ...listRegistrationAnswers(person(1, 'Ann'), person(2, 'Bea')),
    'documents.counts': [
      { id: 1, ...counts, toLookAt: 1 },
      { id: 2, ...counts, asked: 0, given: 0, missingForAcceptance: 0 },
    ],
    ...more,
  });
  await screen.findAllByText('Bea', { exact: false });
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  return office;
}

async function askBoth(asked: Answer<'documents.askAgain'>, more: Answers = {}) {
  const office = await chooseBoth({ 'documents.askAgain': asked, ...more });
  await office.user.click(await findButton('Ask Again'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Ask 2 people again?' }));
  await office.user.click(question.getByRole('button', { name: 'Ask Again' }));
  return office;
}

test('says how many are told and how many cannot be reached, and takes the messages back', async () => {
  const office = await askBoth(
    { told: 1, unreached: 1, messages: [7, 8] },
    { 'documents.undoAskAgain': { removed: 2 } },
  );
  await findToast('1 person asked again');
  await findToast(/^The person is told in 10 seconds by email or SMS\. No message reaches 1 person\.$/);
  expect(office.inputs('documents.askAgain')).toEqual([{ ids: [1, 2] }]);
  await office.user.click(await findButton('Undo'));
  await findToast('Nobody is asked');
  expect(office.inputs('documents.undoAskAgain')).toEqual([{ messages: [7, 8] }]);
});

test('says that nobody is told where messages are written to files', async () => {
  await askBoth(
    { told: 2, unreached: 0, messages: [7, 8] },
    { 'account.get': { filedChannels: ['email', 'sms'] } },
  );
  await findToast('Written to files: nobody is told.');
});

test('says that nothing is missing', async () => {
  await askBoth({ told: 0, unreached: 0, messages: [] });
  await findToast('Nothing is missing to them');
});

test('the list counts what was given, and only where something is asked', async () => {
  await chooseBoth();
  const row = async (name: string) =>
    (await screen.findByRole('row', { name: new RegExp(name) })).textContent;
  expect(await row('Ann')).toContain('3/5 given1 to look at');
  expect(await row('Bea')).not.toContain('given');
});

test('an account without the right neither sees the column nor asks again', async () => {
  const office = await chooseBoth({ 'account.get': { rights: ['registrations'] } });
  expect(screen.queryByRole('columnheader', { name: 'Documents' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask Again' })).toBeNull();
  expect(office.inputs('documents.counts')).toEqual([]);
});

test('accepting many counts the documents that those lack who become accepted', async () => {
  const office = await chooseBoth({
    'documents.counts': ({ ids }) => ids.map((id) => ({ id, ...counts })),
    'registrations.previewStatuses': {
      changed: 1,
      accepted: [2],
      left: [],
      agesUnknown: [],
      notBegun: [],
      emails: 0,
      sms: 0,
      notDue: [],
      waitsForDecision: false,
      cost: null,
    },
  });
  await office.user.click(await findButton('Change Status'));
  await office.user.click(await screen.findByRole('menuitem', { name: 'Accepted' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('2 documents are missing. Accept anyway? This sends no message.');
});
