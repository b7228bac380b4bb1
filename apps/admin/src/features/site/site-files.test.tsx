import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, findToast, listAnswer, openOffice } from '../../testing/office.tsx';

const institute = {
  ...{ name: 'Kampala Institute', logo: '', blurb: 'Learn', foundedYear: 2017, address: 'Plot 1' },
  ...{ phones: ['+256 700 000 000'], emails: ['office@example.org'], chatPhone: '+256 700 000 000' },
  ...{ chatGreeting: 'Hello', mapUrl: '', directionsUrl: '', aboutDocumentUrl: '', paypalUrl: '' },
};
const socials = ['Facebook', 'X', 'YouTube'].map((network) => ({ network, url: 'https://social.example' }));
const view = { institute, slides: [], openingHours: [], departments: [], socials };
const uploaded = '/uploads/0123456789abcdef0123456789abcdef-pdf/about-us.pdf';

const openInstitute = (shown: object = institute, isOwner = true) =>
  openOffice('/admin/site?section=institute', {
    'site.get': { view: { ...view, institute: shown }, tag: '"1"', isOwner },
    'site.update': ({ changes }: { changes: object }) => ({ view: { ...view, ...changes }, tag: '"2"' }),
    'uploads.target': { isOurs: true, url: '/uploads/site/image/upload', preset: '' },
    'uploads.list': listAnswer(),
  });
const group = async (name: string) => within(await screen.findByRole('group', { name }));

test('a file that is no PDF is refused with the reason, and a document can be taken away', async () => {
  const office = await openInstitute({ ...institute, aboutDocumentUrl: uploaded });
  const field = await group('About document');
  expect(field.getByRole('link', { name: 'about-us.pdf' }).getAttribute('href')).toBe(uploaded);
  const files = [new File(['words'], 'about.docx', { type: 'application/msword' })];
  fireEvent.change(field.getByLabelText('Choose a PDF'), { target: { files } });
  expect(await findToast('Failed to upload document')).toBeTruthy();
  expect(await findToast('Choose a PDF')).toBeTruthy();

  await office.user.click(field.getByRole('button', { name: 'Remove document' }));
  expect(field.queryByRole('link')).toBeNull();
  await office.user.click(await findButton('Save'));
  await findToast('Site updated successfully');
  expect(office.inputs('site.update')[0]).toMatchObject({
    changes: { institute: { aboutDocumentUrl: '', logo: '' } },
  });
});

test('everybody changes the texts and the logo, only the owner where mail and visitors go', async () => {
  await openInstitute({ ...institute, aboutDocumentUrl: uploaded }, false);
  const logo = await group('Logo');
  expect(logo.getByLabelText('Choose a picture')).toBeTruthy();
  expect(screen.queryByLabelText('Choose a PDF')).toBeNull();
  const own = within(screen.getByRole('region', { name: 'Institute' }));
  const isReadOnly = (name: string) => own.getByRole<HTMLInputElement>('textbox', { name }).readOnly;
  const locked = ['Name', 'Email address 1', 'Map', 'Directions', 'About document'];
  expect(locked.map(isReadOnly)).toEqual(locked.map(() => true));
  const free = ['In one sentence', 'Address', 'Phone 1', 'Chat phone', 'Chat greeting'];
  expect(free.map(isReadOnly)).toEqual(free.map(() => false));
  expect(screen.getAllByText(/^Only the owner of this site may change where messages go/)).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Phones', level: 3 })).toBeTruthy();
});
