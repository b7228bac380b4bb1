import { siteSettings } from '@institute/contract';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { smsTextDefaults } from '@institute/contract/sms-texts.constants';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, findToast, openOffice, Refusal } from '../../testing/office.tsx';
import { emptyItem } from './description.ts';
import { siteFields } from './site-fields.ts';
import { withIds } from './site-values.ts';

type Section = 'slides' | 'partners';
const view = { institute: { name: 'Institute', phones: [], emails: [] }, slides: [], partners: [] };

test.each<[Section, string, Record<string, string>]>([
  ['slides', 'slide', { Title: 'Weld', Subtitle: 'Well' }],
  ['partners', 'partner', { Name: 'Lake', Description: 'Tools' }],
])('new rows of the %s get ids of their own and are sent', async (section, one, texts) => {
  const office = await openOffice(`/admin/site?section=${section}`, {
    'site.get': { view, tag: '"1"', isOwner: true, unread: [] },
    'site.update': ({ changes }: { changes: object }) => ({ view: { ...view, ...changes }, tag: '"2"' }),
  });
  for (let place = 1; place <= 2; place += 1) {
    // From the second on there is a button above the list, too
    const buttons = await screen.findAllByRole('button', { name: `Add ${one}` });
    await office.user.click(buttons[buttons.length - 1] as HTMLElement);
    const row = within(await screen.findByRole('group', { name: new RegExp(`^${one} ${place}$`, 'i') }));
    const typed = { ...texts, 'Image URL': '/images/one.jpg' };
    for (const [label, value] of Object.entries(typed))
      fireEvent.change(row.getByLabelText(label), { target: { value } });
  }
  await office.user.click(await findButton('Save'));
  await findToast('Site updated successfully');
  const [sent] = office.inputs('site.update') as { changes: Record<string, unknown> }[];
  const rows = siteSettings.shape[section].parse(sent?.changes[section]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
});

test('a full list says how many it takes', async () => {
  const values = Array.from({ length: 7 }, (_, at) => ({ title: `Value ${at}`, text: 'Words' }));
  const office = await openOffice('/admin/site?section=home', {
    'site.get': {
      view: { ...view, blurbs: [], values, floors: { students: 0, facilities: 0, alumni: 0 } },
      tag: '"1"',
      isOwner: true,
      unread: [],
    },
  });
  const list = within(await screen.findByRole('region', { name: 'Our values' }));
  const [, add] = list.getAllByRole('button', { name: 'Add value' });
  await office.user.click(add as HTMLElement);
  const full = list.getByRole('button', { name: 'At most 8' });
  expect(full.getAttribute('aria-disabled')).toBe('true');
  await office.user.click(full);
  expect(list.getAllByRole('group')).toHaveLength(8);
  await office.user.click(list.getByRole('button', { name: 'Remove value 8' }));
  expect(list.getAllByRole('button', { name: 'Add value' })).toHaveLength(2);
});

test('what nobody types into a new row of a list is accepted', () => {
  for (const section of ['slides', 'partners'] as const) {
    const { error } = siteSettings.shape[section].safeParse([emptyItem(siteFields[section].item)]);
    const shown = Object.entries(siteFields[section].item.fields)
      .filter(([, field]) => field.kind !== 'unseen')
      .map(([name]) => name);
    expect(
      error?.issues.map(({ path }) => path.at(-1)).filter((name) => !shown.includes(String(name))),
    ).toEqual([]);
  }
});

test('rows that a device has kept without an id get one, and others keep theirs', () => {
  const kept = {
    slides: [
      { id: '', title: 'Weld' },
      { id: 'one', title: 'Sew' },
    ],
    faq: [{ question: 'Why?' }],
  };
  expect(withIds(kept)).toEqual({
    ...kept,
    slides: [{ id: expect.stringMatching(/^[\w-]{1,60}$/), title: 'Weld' }, kept.slides[1]],
  });
});

test('what the server refuses stands at its field, and over the buttons when no field shows it', async () => {
  const details = [
    { path: 'changes.messageTemplates.0.title', message: 'Too loud' },
    { path: 'changes.messageTemplates.0.id', message: 'Taken' },
  ];
  const statusTexts = Object.fromEntries(registrationStatuses.map((status) => [status, 'It is so.']));
  const messages = {
    ...{ smsTo: 'never', sms: smsTextDefaults, smsEnding: '', smsReply: '', weekly: false },
    statusTexts,
  };
  const messageTemplates = [{ title: 'Your place', text: 'Dear {name}' }];
  const office = await openOffice('/admin/site?section=templates', {
    'site.get': { view: { messages, messageTemplates }, tag: '"1"', isOwner: true, unread: [] },
    'site.update': new Refusal(400, 'VALIDATION_ERROR', 'Some of the fields are not right', details),
  });
  const template = within(await screen.findByRole('group', { name: 'Template 1' }));
  const title = template.getByLabelText(/^Title/);
  await office.user.type(title, '!');
  await office.user.click(await findButton('Save'));
  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(title);
  expect(screen.getByText('Too loud')).toBeTruthy();
  expect(screen.getByText(/^It was not saved\..*Message templates 1, id: Taken/)).toBeTruthy();
});
