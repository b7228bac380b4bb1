import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../../testing/answers.ts';
import { makeRegistration, makeSheetAnswers, noDocuments } from '../../testing/desk.ts';
import { makeDocument, makePages } from '../../testing/documents.ts';
import { findDialog, findToast, openOffice } from '../../testing/office.tsx';

const view = makeRegistration({ dateOfBirth: '2001-02-03' });
const s4 = makeDocument({ pages: makePages(2), version: 3, help: 'All pages, with the stamp' });
const card = makeDocument({ ask: 'id', label: 'National identity card', version: 5 });
const documents = {
  ...noDocuments,
  items: [
    s4,
    card,
    makeDocument({ ask: 'birth', label: 'Birth certificate', state: 'missing', version: null, pages: [] }),
    makeDocument({ ask: 'class', kind: 'choice', label: 'Last class', answer: 'S4', pages: [] }),
    makeDocument({ ask: 'p7', label: 'P7 result slip', isAsked: false, state: 'accepted', needed: 'ifAny' }),
  ],
  asked: 4,
  given: 3,
  toLookAt: 2,
};

async function openSheet(more: Answers = {}) {
  const office = await openOffice('/admin/registrations?open=1', {
    ...makeSheetAnswers(view),
    'documents.list': documents,
    'documents.page': { base64: '/9j/' },
    'documents.decide': { version: 9 },
    ...more,
  });
  await findDialog('Ann Akello');
  return office;
}
const findSection = async () => within(await screen.findByRole('region', { name: 'Documents' }));

test('the checklist shows what is asked and what was given, also what is asked no more', async () => {
  await openSheet();
  const section = await findSection();
  section.getByText('3 of 4 given, 2 to look at');
  const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^S4 result slip To look at.*Before acceptance · 2 pages/),
    expect.stringMatching(/^National identity card To look at/),
    expect.stringMatching(/^Birth certificate Missing/),
    expect.stringMatching(/^Last class Answered.*S4Before acceptance/),
    expect.stringMatching(/^P7 result slip Accepted No longer asked1 page/),
  ]);
  expect(section.queryByRole('button', { name: 'View Birth certificate' })).toBeNull();
});

test('nothing is shown where nothing is asked, and asked without the right', async () => {
  await openSheet({ 'documents.list': noDocuments });
  await screen.findByRole('region', { name: 'Personal Information' });
  expect(screen.queryByRole('region', { name: 'Documents' })).toBeNull();
});

test('an account without the right asks for no documents', async () => {
  const office = await openSheet({ 'account.get': { rights: ['registrations'] } });
  await screen.findByRole('region', { name: 'Personal Information' });
  expect(office.inputs('documents.list')).toEqual([]);
  expect(office.inputs('documents.counts')).toEqual([]);
});

test('keys look through the documents, and each decision leads to the next one', async () => {
  const office = await openSheet();
  await findSection();
  // On a slow line the list is not loaded again before the next press
  office.answer({ 'documents.list': new Promise<never>(() => undefined) });
  await office.user.keyboard('d');
  const viewer = await findDialog('S4 result slip');
  viewer.getByText('Ann Akello · Document 1 of 3 · Page 1 of 2');
  viewer.getByText(/All pages, with the stamp/);
  await viewer.findByAltText('S4 result slip, page 1');
  await office.user.keyboard('{ArrowRight}');
  await viewer.findByAltText('S4 result slip, page 2');
  await office.user.keyboard('a');
  await findDialog('National identity card');
  await office.user.keyboard('1');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await findDialog('Ann Akello');
  expect(office.inputs('documents.decide')).toEqual([
    { id: 1, ask: 's4', version: 3, verdict: 'accepted' },
    { id: 1, ask: 'id', version: 5, verdict: 'refused', reason: 'blurred' },
  ]);
  await findToast(/^National identity card\. The applicant is told in 10 seconds/);
});

test('an own reason is written, and Undo leads back to the document', async () => {
  const office = await openSheet({ 'documents.undo': { version: 10 } });
  const section = await findSection();
  await office.user.click(section.getByRole('button', { name: 'View National identity card' }));
  const viewer = await findDialog('National identity card');
  await office.user.click(viewer.getByRole('button', { name: 'Refuse' }));
  await office.user.click(await screen.findByRole('menuitem', { name: 'Other…' }));
  const asked = await findDialog('Refuse National identity card?');
  await office.user.type(asked.getByLabelText(/^What is wrong/), 'This is the card of your brother');
  await office.user.click(asked.getByRole('button', { name: 'Refuse' }));
  await findDialog('S4 result slip');
  expect(office.inputs('documents.decide')).toEqual([
    {
      id: 1,
      ask: 'id',
      version: 5,
      verdict: 'refused',
      reason: 'other',
      words: 'This is the card of your brother',
    },
  ]);
  await office.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await findDialog('National identity card');
  expect(office.inputs('documents.undo')).toEqual([{ id: 1, ask: 'id', version: 9 }]);
});

test('a newer page refuses the decision, and the document stays', async () => {
  const words = 'Something new has arrived. Look at it first.';
  const office = await openSheet({ 'documents.decide': new Refusal(409, 'CONFLICT', words) });
  await findSection();
  await office.user.keyboard('d');
  const viewer = await findDialog('S4 result slip');
  await office.user.click(viewer.getByRole('button', { name: 'Accept' }));
  await findToast(words);
  expect(office.inputs('documents.list').length).toBeGreaterThan(1);
  expect(screen.getByRole('dialog', { name: 'S4 result slip' })).toBeTruthy();
});

test('a PDF is not loaded before it is downloaded', async () => {
  const pages = makePages(1).map((page) => ({ ...page, format: 'pdf' as const }));
  const office = await openSheet({
    'documents.list': { ...documents, items: [makeDocument({ pages })] },
  });
  await findSection();
  await office.user.keyboard('d');
  const viewer = await findDialog('S4 result slip');
  viewer.getByRole('button', { name: 'Download PDF' });
  expect(office.inputs('documents.page')).toEqual([]);
});

test('an original is noted as seen', async () => {
  const office = await openSheet({ 'documents.seen': { version: 1 } });
  const section = await findSection();
  await office.user.click(section.getByRole('button', { name: 'Original seen: Birth certificate' }));
  await findToast('Original seen');
  expect(office.inputs('documents.seen')).toEqual([{ id: 1, ask: 'birth', isSeen: true }]);
});

test('a paper is photographed at the desk', async () => {
  const office = await openSheet({ 'documents.addPage': { id: 1 } });
  const section = await findSection();
  const photo = new File(['paper'], 'paper.jpg', { type: 'image/jpeg' });
  await office.user.upload(section.getByLabelText('Photograph Birth certificate'), photo);
  await findToast('Page added');
  expect(office.inputs('documents.addPage')).toEqual([{ id: 1, ask: 'birth', bytes: btoa('paper') }]);
});

test('accepting somebody with gaps asks, and names them', async () => {
  const office = await openSheet({
    'documents.list': { ...documents, missingForAcceptance: ['Birth certificate', 'S4 result slip'] },
  });
  const accept = await screen.findByRole('button', { name: 'Accept' });
  await office.user.click(accept);
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('2 documents are missing. Accept anyway?');
  question.getByText('Birth certificate, S4 result slip.');
  expect(office.inputs('registrations.decide')).toEqual([]);
  await office.user.click(question.getByRole('button', { name: 'Accept Anyway' }));
  await waitFor(() => expect(office.inputs('registrations.decide')).toHaveLength(1));
});
