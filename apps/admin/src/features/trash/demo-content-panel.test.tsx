import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../testing/answers.ts';
import { findButton, findToast, listAnswer, openOffice } from '../../testing/office.tsx';

const shown = [
  { type: 'coach', count: 1 },
  { type: 'program', count: 12 },
] satisfies Answer<'trash.demo'>['shown'];
const openTrash = (isOwner: boolean, demo: Answer<'trash.demo'>) =>
  openOffice('/admin/trash', {
    'account.get': { isOwner },
    'trash.list': { ...listAnswer(), mayPurge: isOwner },
    'trash.demo': demo,
    'trash.removeDemo': { count: 13 },
    'trash.restoreDemo': { count: 13 },
  });

test('the question names what goes and what stays, and the toast brings all of it back', async () => {
  const office = await openTrash(true, { shown, trashed: 0, texts: 2 });
  await office.user.click(await findButton('Remove demo content'));
  const question = screen.getByRole('alertdialog', { name: 'Remove the demo content?' });
  expect(question.textContent).toContain('To the trash: 1 team member, 12 programs.');
  expect(question.textContent).toContain('Emptied: the demo’s texts in 2 parts of Site.');
  expect(question.textContent).toContain('What stays: all that you have written or changed');
  office.answer({ 'trash.demo': { shown: [], trashed: 13, texts: 0 } });
  await office.user.click(await findButton('Remove'));
  expect(await findToast('13 items moved to the trash')).toBeTruthy();
  await findButton('Restore demo content (13)');
  expect(screen.queryByRole('button', { name: 'Remove demo content' })).toBeNull();
  await office.user.click(await findButton('Undo'));
  expect(await findToast('13 items restored')).toBeTruthy();
  expect(office.inputs('trash.restoreDemo')).toHaveLength(1);
});

test('it comes back from the trash as a whole, also later', async () => {
  const office = await openTrash(true, { shown: [], trashed: 13, texts: 0 });
  await office.user.click(await findButton('Restore demo content (13)'));
  expect(await findToast('13 items restored')).toBeTruthy();
});

test('nobody but an owner is offered it', async () => {
  const office = await openTrash(false, { shown, trashed: 0, texts: 2 });
  await screen.findByText('The trash is empty');
  await screen.findByRole('link', { name: 'Accounts' });
  expect(screen.queryByRole('button', { name: 'Remove demo content' })).toBeNull();
  expect(office.inputs('trash.demo')).toEqual([]);
});
