import { contentResources } from '@institute/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/answers.ts';
import { dates, findButton, findDialog, findToast, makeStoredItem, openOffice } from '../testing/office.tsx';

const { alumni, posts } = contentResources;
const zoe = alumni.entity.parse({ ...alumni.example, ...dates, id: 7, name: 'Zoe' });
const published = { status: 'published', publishedAt: dates.createdAt };
const post = posts.entity.parse({ ...posts.example, ...dates, ...published, id: 7 });
const listedPost = posts.listed.parse({ ...post, excerpt: 'Day' });

test('a missing picture is named at the picture, and its address is one press away', async () => {
  const office = await openOffice('/admin/alumni', {
    ...makeStoredItem('alumni', zoe),
    'alumni.create': { view: zoe, tag: '"1"' },
  });
  await office.user.click(await findButton('New Alumni'));
  const form = await findDialog('Add New Alumni');
  const address = form.getByLabelText<HTMLInputElement>('Image URL');
  const box = address.closest('details');
  expect(box?.open).toBe(false);
  await office.user.type(form.getByLabelText(/^Name/), 'Eve');
  await office.user.type(form.getByLabelText(/^Position/), 'Tailor');
  await office.user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('Add a picture');
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Choose a picture')));

  await office.user.click(form.getByText('Use a web address'));
  await office.user.type(address, 'somewhere');
  expect(form.queryByText('Add a picture')).toBeNull();
  fireEvent.change(address, { target: { value: 'https://example.org/eve.jpg' } });
  await office.user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('Alumni created successfully');
  expect(office.inputs('alumni.create')[0]).toMatchObject({ image: 'https://example.org/eve.jpg' });
});

test('an address that the server refuses is opened, with its reason', async () => {
  const refused = new Refusal(400, 'VALIDATION_ERROR', 'Some of the fields are not right', [
    { path: 'image', message: 'This host is not allowed' },
  ]);
  const office = await openOffice('/admin/alumni', {
    ...makeStoredItem('alumni', zoe),
    'alumni.update': refused,
  });
  await office.user.click(await findButton('Edit Zoe'));
  const form = await findDialog('Edit Alumni');
  await form.findByDisplayValue('Zoe');
  await office.user.type(form.getByLabelText(/^Name/), ' B');
  await office.user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('This host is not allowed');
  const address = form.getByLabelText('Image URL');
  expect(address.closest('details')?.open).toBe(true);
  expect(document.activeElement).toBe(address);
});

test('a picture that is not required can be taken away', async () => {
  const office = await openOffice('/admin/posts', {
    ...makeStoredItem('posts', post, listedPost),
    'posts.update': { view: post, tag: '"2"' },
  });
  await office.user.click(await findButton('Edit Open day'));
  await screen.findByDisplayValue('Open day');
  const form = within(screen.getByRole('main'));
  await office.user.click(form.getByRole('button', { name: 'Remove picture' }));
  expect(form.queryByRole('button', { name: 'Remove picture' })).toBeNull();
  await office.user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('Post updated successfully');
  expect(office.inputs('posts.update')[0]).toMatchObject({ changes: { imageUrl: null } });
});
