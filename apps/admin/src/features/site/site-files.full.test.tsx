import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findButton, findToast, listAnswer, openOffice, Refusal } from '../../testing/office.tsx';

const institute = {
  ...{ name: 'Kampala Institute', logo: '', blurb: 'Learn', foundedYear: 2017, address: 'Plot 1' },
  ...{ phones: ['+256 700 000 000'], emails: ['office@example.org'], chatPhone: '+256 700 000 000' },
  ...{ chatGreeting: 'Hello', mapUrl: '', directionsUrl: '', aboutDocumentUrl: '', paypalUrl: '' },
};
const socials = ['Facebook', 'X', 'YouTube'].map((network) => ({ network, url: 'https://social.example' }));
const view = { institute, slides: [], openingHours: [], departments: [], socials };
const uploaded = '/uploads/0123456789abcdef0123456789abcdef-pdf/about-us.pdf';

const openPart = (part: string, shown: object = institute, isOwner = true) =>
  openOffice(`/admin/site?section=${part}`, {
    'site.get': { view: { ...view, institute: shown }, tag: '"1"', isOwner, unread: [] },
    'site.update': ({ changes }: { changes: object }) => ({ view: { ...view, ...changes }, tag: '"2"' }),
    'uploads.target': { isOurs: true, url: '/uploads/site/image/upload', preset: '' },
    'uploads.list': listAnswer(),
  });
const group = async (name: string) => within(await screen.findByRole('group', { name }));

test('a file that is no PDF is refused with the reason, and a document can be taken away', async () => {
  const office = await openPart('map', { ...institute, aboutDocumentUrl: uploaded });
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
    changes: { institute: { ...institute, aboutDocumentUrl: '' } },
  });
});

test('a logo below 64 pixels is told, and an icon is cropped from an uploaded one', async () => {
  await openPart('institute', { ...institute, ...{ logo: '/uploads/a-300x60-ffffff/300.webp', icon: '' } });
  expect(await screen.findByText(/^This picture has 300 × 60 pixels/)).toBeTruthy();
  cleanup();
  await openPart('institute', { ...institute, ...{ logo: '/uploads/a-300x64-ffffff/300.webp', icon: '' } });
  expect(await findButton('Crop an icon from the logo')).toBeTruthy();
  expect(screen.queryByText(/^This picture has/)).toBeNull();
  cleanup();
  await openPart('institute', { ...institute, ...{ logo: 'https://other.example/logo.png', icon: '' } });
  await group('Icon');
  expect(screen.queryByRole('button', { name: /^Crop/ })).toBeNull();
});

test('where pictures go to another host, this server still stores the logo and the icon it draws', async () => {
  const office = await openPart('institute');
  office.answer({
    'uploads.target': { isOurs: false, url: 'https://provider.example/upload', preset: 'site' },
  });
  const sentTo: string[] = [];
  class StubbedRequest {
    upload = {};
    status = 200;
    responseText = JSON.stringify({ secure_url: '/uploads/a-300x300-ffffff/300.webp' });
    onload = () => {};
    open(_method: string, url: string) {
      sentTo.push(url);
    }
    setRequestHeader() {}
    send() {
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubbedRequest);
  for (const name of ['Logo', 'Icon']) {
    const field = await group(name);
    const files = [new File(['pixels'], 'icon.png', { type: 'image/png' })];
    fireEvent.change(field.getByLabelText('Choose a picture'), { target: { files } });
    expect(await field.findByDisplayValue('/uploads/a-300x300-ffffff/300.webp')).toBeTruthy();
  }
  expect(sentTo).toEqual(['/uploads/site/image/upload', '/uploads/site/image/upload']);
});

test('everybody changes the texts and the logo, only the owner where mail, calls and visitors go', async () => {
  const readOnlyFields = async (part: string) => {
    await openPart(part, { ...institute, aboutDocumentUrl: uploaded }, false);
    const form = within(await screen.findByRole('form'));
    return form.getAllByRole<HTMLInputElement>('textbox').flatMap((field) => {
      const label = field.labels?.[0]?.textContent;
      return field.readOnly ? [label] : [];
    });
  };
  expect(await readOnlyFields('institute')).toEqual(['Name']);
  const logo = await group('Logo');
  expect(logo.getByLabelText('Choose a picture')).toBeTruthy();
  cleanup();
  expect(await readOnlyFields('contact')).toEqual(['Phone 1', 'Email address 1', 'Chat phone']);
  expect(screen.getAllByText(/^Only the owner of this site may change where messages go/)).toHaveLength(1);
  expect(screen.getAllByText(/^Only the owner of this site may change whom people call/)).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'Phones', level: 2 })).toBeTruthy();
  cleanup();
  expect(await readOnlyFields('map')).toEqual(['Map', 'Directions', 'About document']);
  expect(screen.queryByLabelText('Choose a PDF')).toBeNull();
});

test('two people change two parts of the institute, and neither undoes the other', async () => {
  const theirs = { ...institute, name: 'Their name' };
  const office = await openPart('contact');
  fireEvent.change(await screen.findByLabelText('Phone 1', { selector: 'input' }), {
    target: { value: '+256 700 000 009' },
  });
  office.answer({
    'site.get': { view: { ...view, institute: theirs }, tag: '"3"', isOwner: true, unread: [] },
    'site.update': ({ changes, ifMatch }: { changes: object; ifMatch: string }) =>
      ifMatch === '"3"'
        ? { view: { ...view, ...changes }, tag: '"4"' }
        : new Refusal(412, 'PRECONDITION_FAILED'),
  });
  await office.user.click(await findButton('Save'));
  await findToast('Site updated successfully');
  expect(office.inputs('site.update').at(-1)).toMatchObject({
    changes: { institute: { name: 'Their name', phones: ['+256 700 000 009'] } },
  });
});

test('a phone and its buttons are a row, and the first one goes to the other end', async () => {
  const office = await openPart('contact', {
    ...institute,
    phones: ['+256 700 000 001', '+256 700 000 002'],
  });
  const phones = within(await screen.findByRole('region', { name: 'Phones' }));
  const typed = () => phones.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  await office.user.click(phones.getByRole('button', { name: 'Move phone 1 down' }));
  expect(typed()).toEqual(['+256 700 000 002', '+256 700 000 001']);
  await office.user.click(phones.getByRole('button', { name: 'Add phone' }));
  expect(document.activeElement).toBe(phones.getByLabelText(/^Phone 3/, { selector: 'input' }));
  await office.user.click(phones.getByRole('button', { name: 'Remove phone 3' }));
  expect(typed()).toHaveLength(2);
});

test('a long list has a button at its top, which adds there', async () => {
  const faq = ['One?', 'Two?'].map((question) => ({ category: 'Facilities', question, answer: 'Yes.' }));
  const office = await openOffice('/admin/site?section=faq', {
    'site.get': { view: { ...view, faq }, tag: '"1"', isOwner: true, unread: [] },
  });
  const [top, bottom] = await screen.findAllByRole('button', { name: 'Add question' });
  const questions = () => screen.getAllByLabelText<HTMLInputElement>('Question').map(({ value }) => value);
  if (top) await office.user.click(top);
  expect(questions()).toEqual(['', 'One?', 'Two?']);
  expect(screen.getByRole('group', { name: 'Question 1' }).contains(document.activeElement)).toBe(true);
  if (bottom) await office.user.click(bottom);
  expect(questions()).toEqual(['', 'One?', 'Two?', '']);
});

test('neutral texts are told until an owner finds them right', async () => {
  let unread = ['pages', 'newsletter'];
  const newsletter = { isOpen: true, intro: 'News by email.' };
  const office = await openOffice('/admin/site?section=newsletter', {
    'site.get': () => ({ view: { ...view, newsletter }, tag: '"1"', isOwner: true, unread }),
    'site.markRead': () => {
      unread = ['pages'];
      return {};
    },
  });
  expect(await screen.findByText('Nobody of the institute has read these texts yet')).toBeTruthy();
  await office.user.click(await findButton('Looks right'));
  await expect.poll(() => screen.queryByText(/^Nobody of the institute/)).toBeNull();
  expect(office.inputs('site.markRead')).toEqual([{ part: 'newsletter' }]);
});

test('an editor saves texts, and finds no button where an owner promises', async () => {
  const office = await openOffice('/admin/site?section=newsletter', {
    'account.get': { isOwner: false, rights: ['content'] },
    'site.get': {
      view: { ...view, newsletter: { isOpen: true, intro: 'News by email.' } },
      tag: '"1"',
      isOwner: false,
      unread: ['newsletter'],
    },
    'site.update': ({ changes }: { changes: object }) => ({ view: { ...view, ...changes }, tag: '"2"' }),
  });
  expect(await screen.findByText('Only the owner of this site may change what is promised.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Save|Looks right/ })).toBeNull();
  await office.user.click(screen.getByRole('link', { name: 'Opening hours' }));
  await office.user.click(await findButton('Add line of hours'));
  fireEvent.change(await screen.findByLabelText('Days'), { target: { value: 'Monday' } });
  fireEvent.change(await screen.findByLabelText('Hours'), { target: { value: '8 to 5' } });
  await office.user.click(await findButton('Save'));
  await expect
    .poll(() => office.inputs('site.update'))
    .toMatchObject([{ changes: { openingHours: [{ days: 'Monday', hours: '8 to 5' }] } }]);
});
