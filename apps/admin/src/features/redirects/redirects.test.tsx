import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/answers.ts';
import { asOwner, findButton, findDialog, findToast, openOffice } from '../../testing/office.tsx';

const redirect = (id: number, from: string, hits = 0, isAnswered = true) => ({
  id,
  from,
  to: '/about',
  hits,
  isAnswered,
  createdAt: '2026-11-20T10:00:00.000Z',
});

test('the first redirect is made from the empty list, and a fault stands at its field', async () => {
  const details = [{ path: 'to', message: 'This would lead back to where it came from' }];
  const office = await openOffice('/admin/redirects', {
    'redirects.list': [],
    'redirects.create': new Refusal(400, 'VALIDATION_ERROR', 'Some of the fields are not right', details),
  });
  await office.user.click(await findButton('New Redirect'));
  const dialog = await findDialog('New Redirect');
  await office.user.type(dialog.getByLabelText('Old Address'), '/blog*');
  await office.user.type(dialog.getByLabelText('Leads To'), '/about');
  await office.user.click(dialog.getByRole('button', { name: 'Make Redirect' }));
  expect(await dialog.findByText('A * stands only at the end, after a /')).toBeTruthy();
  await office.user.type(dialog.getByLabelText('Old Address'), '{Backspace}/*');
  await office.user.click(dialog.getByRole('button', { name: 'Make Redirect' }));
  expect(await dialog.findByText('This would lead back to where it came from')).toBeTruthy();
  office.answer({ 'redirects.create': { id: 1 }, 'redirects.list': [redirect(1, '/blog/*')] });
  await office.user.click(dialog.getByRole('button', { name: 'Make Redirect' }));
  expect(await findToast('Redirect made')).toBeTruthy();
  expect(office.inputs('redirects.create').at(-1)).toEqual({ from: '/blog/*', to: '/about' });
  expect((await screen.findByRole('row', { name: /blog/ })).textContent).toContain('0 hits');
});

test('only owners are told to lead to another site, and the refusal stands at its field', async () => {
  const message =
    'Only an owner may lead visitors to another site. Write a path of this site, such as /about';
  const office = await openOffice('/admin/redirects', {
    'redirects.list': [],
    'redirects.create': new Refusal(403, 'FORBIDDEN', message, [{ path: 'to', message }]),
  });
  await office.user.click(await findButton('New Redirect'));
  const dialog = await findDialog('New Redirect');
  const to = dialog.getByLabelText('Leads To');
  expect(dialog.getByText(/Only owners lead to other sites/)).toBeTruthy();
  await office.user.type(dialog.getByLabelText('Old Address'), '/shop');
  await office.user.type(to, 'https://elsewhere.example/');
  await office.user.click(dialog.getByRole('button', { name: 'Make Redirect' }));
  await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getAllByText(message).length).toBeGreaterThan(0);
});

test('owners read that visitors go to another site by a page that names it', async () => {
  const office = await openOffice('/admin/redirects', { 'redirects.list': [], ...asOwner });
  await office.user.click(await findButton('New Redirect'));
  const dialog = await findDialog('New Redirect');
  expect(await dialog.findByText(/by a page that names it/)).toBeTruthy();
});

test('a redirect from an address of the site itself is marked as not answered', async () => {
  await openOffice('/admin/redirects', {
    'redirects.list': [redirect(2, '/certificates/KYQ7', 3, false), redirect(1, '/old')],
  });
  const row = await screen.findByRole('row', { name: /certificates/ });
  expect(within(row).getByText('Not answered')).toBeTruthy();
  expect(screen.getAllByText('Not answered')).toHaveLength(1);
});

test('many redirects are searched, sorted by hits over all pages, and removed after a question', async () => {
  const many = Array.from({ length: 30 }, (_, n) => redirect(30 - n, `/old-${30 - n}`, 30 - n));
  const office = await openOffice('/admin/redirects', {
    'redirects.list': many,
    'redirects.remove': { id: 7 },
  });
  const rows = async () => (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  await screen.findByText('Total Redirects: 30');
  expect(await rows()).toHaveLength(20);
  await office.user.click(await findButton('Hits'));
  await waitFor(async () => expect((await rows())[0]).toContain('/old-1/about1 hit'));
  await office.user.type(screen.getByRole('searchbox'), 'OLD-7');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await office.user.click(await findButton('Delete /old-7'));
  await office.user.click(await findButton('Remove'));
  expect(await findToast('Redirect removed')).toBeTruthy();
  expect(office.inputs('redirects.remove')).toEqual([{ id: 7 }]);
});
