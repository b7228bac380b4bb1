import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  dates,
  findButton,
  findDialog,
  findToast,
  listAnswer,
  openOffice,
  storedItem,
} from '../../testing/office.tsx';

const post = {
  ...{ id: 7, title: 'Open day', category: 'news', content: '<table></table>', excerpt: 'Day' },
  ...{ imageUrl: null, imageAlt: null, videoUrl: null, status: 'published', publishAt: null },
  ...dates,
};
const answers = {
  ...storedItem('posts', post),
  'posts.create': { view: post, tag: '"1"' },
  'posts.update': { view: post, tag: '"2"' },
};
const setTitle = (value: string) => fireEvent.change(screen.getByLabelText(/^Title/), { target: { value } });

test('a new post is written on a page, which stays open and offers to view what is published', async () => {
  const office = await openOffice('/admin/posts', answers);
  await office.user.click(await findButton('New Post'));
  await screen.findByRole('heading', { level: 1, name: 'Add New Post' });
  expect(office.address()).toBe('/admin/posts/new');
  await screen.findByLabelText(/^Title/);
  setTitle('Open day');
  await office.user.click(await findButton('Edit as HTML'));
  fireEvent.change(screen.getByLabelText(/^Content/), {
    target: { value: '<p>Come <b>at</b> ni<i>ne</i> – all</p><ul><li>Tea</li></ul>' },
  });
  expect(await screen.findByText('5 words')).toBeTruthy();
  const settings = within(screen.getByRole('region', { name: 'Settings' }));
  await office.user.selectOptions(settings.getByLabelText('Category'), 'Events');
  await office.user.click(await findButton('Publish'));
  expect(await findToast('Post created successfully')).toBeTruthy();
  await waitFor(() => expect(office.address()).toBe('/admin/posts/7'));
  expect(office.inputs('posts.create')[0]).toMatchObject({ category: 'events', status: 'published' });
  const view = await screen.findByRole('link', { name: 'View' });
  expect(view.getAttribute('href')).toBe('/news/7');
});

test('a saved post shows what is stored and stays open, and a draft cannot be viewed', async () => {
  const draft = { ...post, status: 'draft' };
  const office = await openOffice('/admin/posts/7', { ...answers, 'posts.get': { view: draft, tag: '"1"' } });
  await screen.findByDisplayValue('Open day');
  expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
  setTitle('Open  day');
  office.answer({ 'posts.get': { view: { ...post, title: 'Open night' }, tag: '"2"' } });
  await office.user.click(await findButton('Save Draft'));
  await screen.findByDisplayValue('Open night');
  await screen.findByRole('link', { name: 'View' });
  await office.user.click(await findButton('Save'));
  await waitFor(() =>
    expect(office.inputs('posts.update').map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']),
  );
});

test('the former address of a post leads to its page, and its unsaved words are not lost by a link', async () => {
  const office = await openOffice('/admin/posts?open=7', answers);
  await screen.findByDisplayValue('Open day');
  expect(office.address()).toBe('/admin/posts/7');
  setTitle('Another day');
  await office.user.click(screen.getByRole('link', { name: 'Programs' }));
  const question = within(await screen.findByRole('alertdialog'));
  await office.user.click(question.getByRole('button', { name: 'Cancel' }));
  await office.user.click(await findButton('Cancel'));
  await office.user.click(await findButton('Discard'));
  await waitFor(() => expect(office.address()).toBe('/admin/posts'));
});

test('a document of another site is put into a text as a link with words of its own', async () => {
  const address = 'https://example.org/fees-2027.pdf';
  const office = await openOffice('/admin/posts/new', answers);
  await office.user.click(await findButton('Insert document'));
  const dialog = await findDialog('Insert document');
  fireEvent.change(dialog.getByLabelText('Document URL'), { target: { value: address } });
  fireEvent.change(dialog.getByLabelText('Words of the link'), { target: { value: 'Fees (PDF, 90 kB)' } });
  await office.user.click(dialog.getByRole('button', { name: 'Insert' }));
  await office.user.click(await findButton('Edit as HTML'));
  const source = await screen.findByLabelText<HTMLTextAreaElement>(/^Content/);
  expect(source.value).toBe(`<p><a href="${address}">Fees (PDF, 90 kB)</a></p>`);
});

test('a document of the library is put into a text with its name, kind and size', async () => {
  const url = '/uploads/0123456789abcdef0123456789abcdef-docx/fees-2027.docx';
  const fees = { ...{ id: 3, url, name: 'Fees 2027.docx', width: null, height: null, format: 'docx' } };
  const listed = { ...fees, bytes: 90_000, createdAt: '2026-11-20T10:00:00.000Z', sentBy: null, uses: [] };
  const office = await openOffice('/admin/posts/new', { ...answers, 'uploads.list': listAnswer(listed) });
  await office.user.click(await findButton('Insert document'));
  const dialog = await findDialog('Insert document');
  await office.user.click(dialog.getByRole('button', { name: 'Choose from library' }));
  const library = await findDialog('Choose a document');
  await office.user.click(await library.findByRole('button', { name: /^Fees 2027.docx/ }));
  expect(office.inputs('uploads.list').at(-1)).toMatchObject({ category: 'documents' });
  expect(dialog.queryByLabelText('Words of the link')).toBeNull();
  await office.user.click(dialog.getByRole('button', { name: 'Insert' }));
  await office.user.click(await findButton('Edit as HTML'));
  const source = await screen.findByLabelText<HTMLTextAreaElement>(/^Content/);
  expect(source.value).toContain(`<p><a href="${url}" data-document="">Fees 2027.docx · Word, 90 kB</a></p>`);
});
