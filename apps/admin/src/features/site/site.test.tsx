import { registrationStatuses } from '@institute/contract/registrations.constants';
import { smsTextDefaults } from '@institute/contract/sms-texts.constants';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDeviceForms } from '../../forms/device-form.ts';
import { Refusal } from '../../testing/answers.ts';
import { email, findButton, listAnswer, officeSite, openOffice } from '../../testing/office.tsx';

const template = (title: string) => ({ title, text: 'Dear {name}' });
const sms = { ...smsTextDefaults, received: 'Hello {reference}' };
const statusTexts = Object.fromEntries(registrationStatuses.map((status) => [status, `It is ${status}.`]));
const messages = {
  smsTo: 'withoutEmail' as const,
  sms,
  smsEnding: 'KI',
  smsReply: '',
  statusTexts,
  weekly: false,
};
const view = { messages, messageTemplates: [template('Your place'), template('A reminder')] };
const found = { view, tag: '"1"', isOwner: true, unread: [] };
const path = '/admin/site?section=templates';
const titles = () =>
  screen.getAllByRole('group', { name: /^Template/ }).map((group) => group.querySelector('input')?.value);
const title = async (place: number) =>
  within(await screen.findByRole('group', { name: `Template ${place}` })).findByLabelText(/^Title/);

test('entries are added, moved and removed with the focus on the next button, and checked', async () => {
  const office = await openOffice(path, {
    'site.get': found,
    'site.update': new Refusal(500, 'INTERNAL_ERROR'),
  });
  const up = await findButton('Move template 2 up');
  up.focus();
  await office.user.keyboard('{Enter}');
  await waitFor(() => expect(titles()).toEqual(['A reminder', 'Your place']));
  expect(document.activeElement).toBe(await findButton('Move template 1 up'));
  await office.user.click(await findButton('Remove template 1'));
  await waitFor(() => expect(titles()).toEqual(['Your place']));
  expect(document.activeElement).toBe(await findButton('Move template 1 up'));
  await office.user.click(await findButton('Add template'));
  await office.user.click(await findButton('Save'));
  await waitFor(async () => expect((await title(2)).getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(await title(2));
  expect(office.inputs('site.update')).toEqual([]);
});

test('a save over another section is repeated, and one over the same section asks', async () => {
  let isTaken = true;
  const office = await openOffice(path, {
    'site.get': found,
    'site.update': ({ ifMatch }) => {
      if (ifMatch === '"1"' || isTaken) return new Refusal(412, 'PRECONDITION_FAILED');
      return { view, tag: '"3"' };
    },
    'activity.list': { items: [], total: 0 },
  });
  fireEvent.change(await title(1), { target: { value: 'Mine' } });
  office.answer({ 'site.get': { ...found, tag: '"2"' } });
  isTaken = false;
  await office.user.click(await findButton('Save'));
  // The toast may have gone before a busy machine looks
  await waitFor(() => expect(titles()).toEqual(['Your place', 'A reminder']));
  expect(office.inputs('site.update').map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);

  isTaken = true;
  fireEvent.change(await title(1), { target: { value: 'Mine' } });
  const theirs = { ...view, messageTemplates: [template('Theirs')] };
  office.answer({ 'site.get': { ...found, view: theirs, tag: '"4"' } });
  await office.user.click(await findButton('Save'));
  const conflict = await screen.findByText(/^Somebody else has changed this part/);
  expect(conflict.closest('[role=alert]')?.textContent).toContain('Theirs');
  expect(screen.getByRole('region', { name: 'Template 1, Title' }).textContent).toContain('Theirs');
  expect(titles()).toEqual(['Mine', 'A reminder']);
  await office.user.click(await findButton('Drop mine and show theirs'));
  await waitFor(() => expect(titles()).toEqual(['Theirs']));
});

test('text that was typed when the session ended is back after the sign-in', async () => {
  await openOffice(path, { 'site.get': found });
  fireEvent.change(await title(1), { target: { value: 'Typed' } });
  await findButton('Discard changes');
  localStorage.clear();
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await openOffice(path, { 'site.get': found });
  await screen.findByText('Here is what you had typed');
  await waitFor(() => expect(titles()).toEqual(['Typed', 'A reminder']));
});

test('texts of SMS are counted and shown as applicants get them, ending included', async () => {
  const office = await openOffice('/admin/site?section=messages', {
    'site.get': { view: { messages, messageTemplates: [] }, tag: '"1"', isOwner: true, unread: [] },
    'site.update': ({ changes }) => ({ view: changes, tag: '"2"' }),
  });
  const received = await screen.findByLabelText(/^Registration received/);
  const count = () => document.getElementById(received.getAttribute('aria-describedby') ?? '')?.textContent;
  const all = '{reference}, {program}, {status}, {place}, {startsOn}, {link}';
  const hint = `Sent at once. A sentence about missing documents follows, where two SMS have room for it. ${all}.`;
  expect(
    screen.getByText(/^Sent with every certificate.* \{firstName}, \{reference}, \{program}, \{link}\./),
  ).toBeTruthy();
  expect(count()).toBe(`${hint} 26 characters, 1 SMS`);
  expect(screen.getByText('For example: Hello REG-2026-000123 - KI')).toBeTruthy();

  fireEvent.change(received, { target: { value: 'x'.repeat(156) } });
  await waitFor(() => expect(count()).toBe(`${hint} 161 characters, 2 SMS`));
  fireEvent.change(screen.getByLabelText('Ending'), { target: { value: '' } });
  fireEvent.change(received, { target: { value: 'Hello {name}' } });
  await office.user.selectOptions(screen.getByRole('combobox', { name: /^SMS to Applicants/ }), 'Always');
  await office.user.click(await findButton('Save'));
  expect(await screen.findByText(/^Nothing replaces {name}/)).toBeTruthy();

  fireEvent.change(received, { target: { value: 'Hello' } });
  await office.user.click(await findButton('Save'));
  await waitFor(() =>
    expect(office.inputs('site.update')).toEqual([
      {
        changes: {
          messages: { ...messages, smsTo: 'always', sms: { ...sms, received: 'Hello' }, smsEnding: '' },
          messageTemplates: [],
        },
        ifMatch: '"1"',
      },
    ]),
  );
});

test('a social link to another site that the account may not write is refused at its field', async () => {
  const socials = [{ network: '', url: 'https://social.example/school' }];
  const message = 'elsewhere.example is another site. Ask an owner.';
  const office = await openOffice('/admin/site?section=socials', {
    'site.get': { view: { socials, slides: [] }, tag: '"1"', isOwner: false, unread: [] },
    'site.update': new Refusal(403, 'FORBIDDEN', 'Only an owner may lead visitors to another site', [
      { path: 'changes.socials.0.url', message },
    ]),
  });
  const address = await screen.findByLabelText(/^Address/);
  fireEvent.change(address, { target: { value: 'https://elsewhere.example/' } });
  await office.user.click(await findButton('Save'));
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('saving a part drops what an earlier visit has left on the device', async () => {
  const kept = { resource: 'site/messages', email };
  await openOffice(path, { 'site.get': found });
  fireEvent.change(await title(1), { target: { value: 'Older' } });
  await findButton('Discard changes');
  await waitFor(() => expect(JSON.stringify(listDeviceForms(kept))).toContain('Older'));
  cleanup();

  const office = await openOffice(path, {
    'site.get': found,
    'site.update': ({ changes }) => ({ view: { ...found.view, ...changes }, tag: '"2"' }),
  });
  await screen.findByText(/^You have unsaved changes/);
  fireEvent.change(await title(1), { target: { value: 'Newer' } });
  await office.user.click(await findButton('Save'));
  await waitFor(() => expect(office.inputs('site.update')).toHaveLength(1));
  await screen.findByText(/^Saved at /);
  expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
  expect(listDeviceForms(kept)).toEqual([]);
});

test('an entry of the menu says when visitors do not see it, and where no page is', async () => {
  const menu = [
    { entry: '/', hidden: false },
    { entry: '/p/hostel', label: 'Our hostel', hidden: false },
    { entry: '/donations', label: 'Give', hidden: true },
  ];
  const message = 'There is no page at /p/none';
  const office = await openOffice('/admin/site?section=menu', {
    'pages.list': listAnswer(),
    '/api/v1/site': { ...officeSite, emptyPages: ['/p/hostel', '/donations'] },
    'site.get': { view: { menu, slides: [], institute: {} }, tag: '"1"', isOwner: true, unread: [] },
    'site.update': new Refusal(400, 'VALIDATION_ERROR', 'Some of the fields are not right', [
      { path: 'changes.menu.1.entry', message },
    ]),
  });
  expect(await screen.findAllByText(/^Not shown: /)).toHaveLength(1);
  const [address] = screen.getAllByRole('textbox', { name: /^Address/ });
  fireEvent.change(address as HTMLElement, { target: { value: '/p/none' } });
  await office.user.click(await findButton('Save'));
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(office.inputs('site.update')).toMatchObject([
    {
      changes: {
        menu: [{}, { entry: '/p/none', label: 'Our hostel' }, { entry: '/donations' }, ...Array(11).fill({})],
      },
    },
  ]);
});

test('the preview of colours has the logo that was stored meanwhile', async () => {
  const look = {
    view: { institute: officeSite.institute, slides: [] },
    tag: '"1"',
    isOwner: true,
    unread: [],
  };
  const office = await openOffice('/admin/site?section=look', {
    'site.get': look,
    'site.update': { view: look.view, tag: '"2"' },
  });
  const preview = await screen.findByRole('figure', { name: 'The colours in use' });
  expect(preview.querySelector('img')).toBeNull();
  const logo = '/uploads/own-300x100-ffffff/300.webp';
  office.answer({ '/api/v1/site': { ...officeSite, institute: { ...officeSite.institute, logo } } });
  await office.user.click(await findButton('Navy and orange'));
  await office.user.click(await findButton('Save'));
  await waitFor(() => expect(preview.querySelector('img')?.getAttribute('src')).toContain('/uploads/own-'));
});
