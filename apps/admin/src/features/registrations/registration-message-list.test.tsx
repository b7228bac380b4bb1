import { place } from '@institute/contract/place';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { at, makeRegistration, makeSheetAnswers } from '../../testing/desk.ts';
import { findToast, openOffice, parkedMessage } from '../../testing/office.tsx';

const view = makeRegistration({ id: 3 });
const out = { ...parkedMessage, recipient: view.email, text: null };
const sms = { ...out, id: 2, channel: 'sms' as const, recipient: '+256700123456', error: null, sentAt: at };
const answers = makeSheetAnswers(view);
const open = (more: Answers = {}) => openOffice('/admin/registrations?open=3', { ...answers, ...more });
const messages = async () =>
  within(await screen.findByRole('region', { name: `Messages to ${view.firstName}` }));

test('a registration shows what was sent to the applicant, when it arrived, or why it did not', async () => {
  const office = await open({
    'messagesOut.about': [
      { ...sms, id: 3, kind: 'office-sms', state: 'delivered', deliveredAt: at, text: 'Come on Monday' },
      { ...sms, state: 'sent', isFile: true },
      out,
    ],
  });
  const shown = await messages();
  const items = await shown.findAllByRole('listitem');
  const texts = items.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(
    /^SMS of the office SMS to \+256700123456Come on MondayDelivered20 Nov 2026, 13:00$/,
  );
  expect(texts[1]).toMatch(/Written to a file/);
  expect(texts[2]).toMatch(/^Registration received Email to .*Parked550 No such box$/);
  expect(office.inputs('messagesOut.about')[0]).toEqual({ reference: view.reference });
});

test('a registration without messages says so', async () => {
  await open();
  expect(await (await messages()).findByText('None in the last 30 days.')).toBeTruthy();
});

const message = async () => within(await screen.findByRole('region', { name: 'Message' }));

const counted = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

test('the office writes an SMS from a template, and sees what is sent counted', async () => {
  const office = await open({
    'registrations.sendSms': new Refusal(500, 'INTERNAL_ERROR', 'Later'),
  });
  const written = await message();
  const send = written.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(send.disabled).toBe(true);
  await written.findByRole('option', { name: 'Documents' });
  await office.user.selectOptions(written.getByLabelText('Template'), 'Documents');
  const field = written.getByLabelText<HTMLTextAreaElement>('Text');
  const text = `Hello ${view.firstName}, bring ${view.reference}.`;
  expect(field.value).toBe(text);
  expect(counted(field)).toBe(`${text.length + 6} characters, 1 SMS. It ends with “- KVI”.`);

  fireEvent.change(field, { target: { value: 'x'.repeat(301) } });
  expect(counted(field)).toContain('Too long: at most two SMS');
  expect(send.disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'x'.repeat(300) } });
  expect(counted(field)).toMatch(/^306 characters, 2 SMS\. It/);
  await office.user.click(send);
  expect(await screen.findByText(/^The SMS could not be sent\./)).toBeTruthy();
  expect(field.value).toHaveLength(300);

  office.answer({ 'registrations.sendSms': { id: 3 } });
  await office.user.click(send);
  expect(await findToast('The SMS is on its way')).toBeTruthy();
  expect(office.inputs('registrations.sendSms').at(-1)).toEqual({ id: 3, text: 'x'.repeat(300) });
  await waitFor(() => expect(field.value).toBe(''));
});

test('the SMS of a sheet says that it becomes a file where no gateway is set, before and after', async () => {
  const office = await open({
    'registrations.sendSms': { id: 3 },
    'account.get': { filedChannels: ['sms'] },
  });
  const written = await message();
  const field = written.getByLabelText<HTMLTextAreaElement>('Text');
  const isCounted = () => expect(counted(field)).toMatch(/^\d+ characters/);
  await waitFor(isCounted);
  fireEvent.change(field, { target: { value: 'Come on Monday' } });
  expect(counted(field)).toBe(
    '20 characters, 1 SMS. It ends with “- KVI”. Written to files: nobody is told.',
  );
  await office.user.click(written.getByRole('button', { name: 'Send' }));
  expect(await findToast('Written to a file')).toBeTruthy();
  expect(screen.queryByText('The SMS is on its way')).toBeNull();
});

test('the channel of a message is chosen inside it, and each opens with the text', async () => {
  const office = await open();
  const written = await message();
  const channel = written.getByLabelText<HTMLSelectElement>('Channel');
  expect([...channel.options].map(({ text }) => text)).toEqual([
    'SMS',
    'SMS from this phone',
    'WhatsApp',
    'Email',
  ]);
  await written.findByRole('option', { name: 'Documents' });
  await office.user.selectOptions(written.getByLabelText('Template'), 'Documents');
  const hrefs: Record<string, RegExp> = {
    'SMS from this phone': new RegExp(String.raw`^sms:\+${place.callingCode}\d+\?&body=Hello%20`),
    WhatsApp: new RegExp(String.raw`^https://wa\.me/${place.callingCode}\d+\?text=Hello%20`),
    Email: /^mailto:.+\?subject=Documents&body=Hello%20/,
  };
  for (const [name, href] of Object.entries(hrefs)) {
    await office.user.selectOptions(channel, name);
    expect(written.getByRole('link', { name: 'Send' }).getAttribute('href')).toMatch(href);
  }
});

test('the sheet begins with the four sections, and the form of its head has the status and Save alone', async () => {
  await open();
  await messages();
  const sheet = screen.getByRole('dialog');
  const headings = within(sheet).getAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Personal Information',
    'Program Details',
    'Emergency Contact',
    'Parent or Guardian',
    'Medical Information',
    'Fees',
    'Message',
    `Messages to ${view.firstName}`,
    'History',
  ]);
  const decision = within(within(sheet).getByRole('form', { name: 'Decision' }));
  expect(decision.getAllByRole('combobox')).toHaveLength(1);
  expect(decision.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Save']);
});

test('a number that gets no SMS says why', async () => {
  const refusal = 'This number has sent STOP and gets no SMS';
  await open({ 'registrations.sms': { refusal, ending: 'KVI', saysStop: false } });
  const written = await message();
  await written.findByText(`No SMS from the website: ${refusal}.`);
  const channel = written.getByLabelText<HTMLSelectElement>('Channel');
  expect(channel.selectedOptions[0]?.text).toBe('WhatsApp');
  expect(within(channel).queryByRole('option', { name: 'SMS' })).toBeNull();
});
