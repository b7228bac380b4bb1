import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { email, findButton, findDialog, findToast, listAnswer, openOffice } from '../../testing/office.tsx';

const address = (name: string) => `/uploads/${name}`;

const library = (id: number, name: string | null, alt: string | null) => ({
  ...{ id, name, url: address(`${id}`), width: 300, height: 200, bytes: 900, sentBy: email },
  createdAt: '2026-11-20T10:00:00.000Z',
  uses: alt ? [{ type: 'gallery', id, title: 'Open day', alt, state: 'shown' }] : [],
});

test('many pictures of the library are added at once, with titles, one category and one press', async () => {
  const office = await openOffice('/admin/gallery', {
    'gallery.list': listAnswer(),
    'gallery.createMany': { ids: [1, 2] },
    'uploads.list': listAnswer(
      library(1, 'prize_day-2.JPG', null),
      library(2, null, 'Hats in the air'),
      library(3, 'left out.jpg', null),
    ),
    'uploads.target': { url: '/uploads/site/image/upload', preset: '', isOurs: true },
  });
  await office.user.click(await findButton('Add Pictures'));
  const dialog = await findDialog('Add Pictures');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);

  await office.user.click(dialog.getByRole('button', { name: 'Choose from library' }));
  const shelf = await findDialog('Choose pictures');
  for (const name of [/prize_day/, /Hats/, /left out/, /left out/]) {
    await office.user.click(await shelf.findByRole('button', { name }));
  }
  await office.user.click(shelf.getByRole('button', { name: 'Choose 2 pictures' }));
  const titles = await dialog.findAllByRole<HTMLInputElement>('textbox', { name: /^Title of picture/ });
  expect(titles.map(({ value }) => value)).toEqual(['Prize day 2', 'Hats in the air']);

  await office.user.selectOptions(dialog.getByLabelText('Category'), 'Training');
  fireEvent.change(dialog.getByLabelText(/^Date/), { target: { value: '2026-11-20' } });
  await office.user.click(dialog.getByRole('button', { name: 'Add 2 pictures' }));
  expect(await findToast('2 pictures added to the gallery')).toBeTruthy();
  const shared = { category: 'training', date: '2026-11-20', type: 'image' };
  expect(office.inputs('gallery.createMany')).toEqual([
    {
      items: [
        { title: 'Prize day 2', imageUrl: address('1'), imageAlt: null, ...shared },
        { title: 'Hats in the air', imageUrl: address('2'), imageAlt: 'Hats in the air', ...shared },
      ],
    },
  ]);
});

test('files that cannot be sent are named, and nothing is added for them', async () => {
  const office = await openOffice('/admin/gallery', {
    'gallery.list': listAnswer(),
    'uploads.target': { url: '/uploads/site/image/upload', preset: '', isOurs: true },
  });
  await office.user.click(await findButton('Add Pictures'));
  const dialog = await findDialog('Add Pictures');
  const files = [new File(['a'], 'a.txt', { type: 'text/plain' }), new File(['b'], 'b.HEIC')];
  fireEvent.change(
    dialog.getByRole('group', { name: /Pictures/ }).querySelector('input[type=file]') as HTMLElement,
    { target: { files } },
  );
  expect(await findToast('2 of 2 pictures could not be uploaded')).toBeTruthy();
  expect(await findToast(/a\.txt: Choose a picture file\. b\.HEIC: This is a HEIC/)).toBeTruthy();
  expect(dialog.queryByRole('list', { name: 'Chosen pictures' })).toBeNull();
});
