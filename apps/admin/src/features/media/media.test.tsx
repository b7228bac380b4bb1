import { heicAdvice } from '@institute/contract/uploads.constants';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { email, findButton, findToast, listAnswer, openOffice } from '../../testing/office.tsx';

const at = '2026-11-20T10:00:00.000Z';
const image = {
  name: null as string | null,
  url: '/images/share.jpg',
  width: 300,
  height: 200,
  format: 'webp',
  bytes: 900,
  createdAt: at,
  sentBy: email,
};
const used = { ...image, id: 1, uses: [{ type: 'gallery', id: 4, title: 'Open day', alt: null }] };
const unused = { ...image, id: 2, name: 'IMG 7.JPG', uses: [] };

test('the library shows the uses of a picture, and deletes unused pictures only', async () => {
  const office = await openOffice('/admin/media', {
    'uploads.list': listAnswer(used, unused),
    'uploads.target': { isOurs: true },
    'uploads.remove': {},
  });
  const shown = within(await screen.findByRole('list', { name: 'Files' }));
  const link = await shown.findByRole('link', { name: 'Gallery: Open day' });
  expect(link.getAttribute('href')).toMatch(/^\/admin\/gallery\?q=/);
  expect(shown.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1);
  await office.user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Unused');
  await waitFor(() => expect(office.inputs('uploads.list').at(-1)).toMatchObject({ category: 'unused' }));
  await office.user.click(await screen.findByRole('checkbox', { name: 'Select IMG 7.JPG' }));
  office.answer({ 'uploads.list': listAnswer() });
  await office.user.click(await findButton('Delete selected (1)'));
  await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this file?' });
  await office.user.click(await findButton('Delete'));
  expect(await findToast('File deleted successfully')).toBeTruthy();
  expect(office.inputs('uploads.remove')).toEqual([{ id: 2 }]);
  await screen.findByText('No files found matching your criteria.');
});

test('a file that is no picture is refused with the reason', async () => {
  await openOffice('/admin/media?category=pictures', {
    'uploads.list': listAnswer(),
    'uploads.target': { isOurs: true },
  });
  const drop = await screen.findByRole('group', { name: 'New pictures' });
  const files = [new File(['no image'], 'notes.txt', { type: 'text/plain' })];
  fireEvent.change(drop.querySelector('input[type=file]') as HTMLElement, { target: { files } });
  expect(await findToast('Failed to upload image')).toBeTruthy();
  expect(await findToast('Choose a picture file')).toBeTruthy();
  const heic = [new File(['heic'], 'IMG_0001.HEIC')];
  fireEvent.change(drop.querySelector('input[type=file]') as HTMLElement, { target: { files: heic } });
  expect(await findToast(heicAdvice)).toBeTruthy();
});

test('documents are added where documents are shown, which says their kind and size', async () => {
  const sheet = {
    ...image,
    id: 3,
    name: 'Fees 2027.pdf',
    width: null,
    height: null,
    format: 'pdf',
    uses: [],
  };
  await openOffice('/admin/media?category=documents', {
    'uploads.list': listAnswer(sheet, { ...sheet, id: 4, name: 'Plan.docx', format: 'docx' }),
    'uploads.target': { isOurs: true },
  });
  await screen.findByRole('link', { name: 'Open Fees 2027.pdf' });
  expect(screen.getByText('PDF, 1 kB')).toBeTruthy();
  expect(screen.getByText('Word, 1 kB')).toBeTruthy();
  expect(screen.getByRole('group', { name: 'New documents' })).toBeTruthy();
});
