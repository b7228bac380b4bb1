import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, findDialog, findToast, openOffice, Refusal } from '../../testing/office.tsx';

const student = (id: number, firstName: string) => ({
  ...{ id, firstName, lastName: 'Akello', reference: `REG-2027-00000${id}`, phone: '0772 123 456' },
  ...{ guardianName: null, guardianPhone: null },
});
const plan = {
  ...{ people: 700, emails: 0, sms: 700, segments: 702, days: [488, 212] },
  leftOut: [{ reason: 'stop', count: 1 }],
  unreached: [{ id: 3, name: 'Cleo Akello', phone: '+256772123457', text: 'Class at ten', reason: 'stop' }],
  longest: { name: 'Annamaria', channel: 'sms', text: 'Class at ten - KVI', characters: 18, segments: 1 },
  cost: { currency: 'UGX', amount: 24_500 },
};
const answers = {
  'registrations.classList': {
    ...{ program: 'Tailoring', startsOn: '2027-02-01', place: null, seats: null },
    students: [student(1, 'Ann'), student(2, 'Bea')],
  },
  'registrations.planMessage': plan,
  'registrations.sendMessage': { id: 9, people: 700 },
  'registrations.undoMessage': { id: 9 },
};

async function openMessage(more = {}) {
  const office = await openOffice('/admin/intakes/5/class-list', { ...answers, ...more });
  await office.user.click(await findButton('Message'));
  return { office, dialog: await findDialog('Message') };
}

test('says what a message to a class takes, who is left out, and the longest text', async () => {
  const { office, dialog } = await openMessage();
  const preview = within(await dialog.findByRole('region', { name: 'Preview' }));
  expect(
    await preview.findByText(
      "700 people: 0 emails, 700 SMS of 702 segments, about UGX 24,500. The day's SMS do not last: 488 today, 212 tomorrow.",
    ),
  ).toBeTruthy();
  expect(preview.getByText('Left out: 1 sent STOP.')).toBeTruthy();
  expect(preview.getByText('Class at ten - KVI')).toBeTruthy();
  expect(
    preview.getByRole('link', { name: 'Cleo Akello, +256772123457', hidden: true }).getAttribute('href'),
  ).toBe('https://wa.me/256772123457?text=Class%20at%20ten');
  // Nothing is sent without a text
  const sendButton = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Send over 2 days' });
  expect(sendButton().disabled).toBe(true);
  await office.user.type(dialog.getByLabelText(/^Text/), 'Dear ');
  await office.user.click(dialog.getByRole('button', { name: '{firstName}' }));
  await expect
    .poll(() => office.inputs('registrations.planMessage').at(-1))
    .toEqual({ registrations: [1, 2], channels: ['sms', 'email'], text: 'Dear {firstName}' });
});

test('offers sums of fees to those with that right alone', async () => {
  const { dialog, office } = await openMessage();
  await office.user.click(dialog.getByRole('button', { name: '{overdue}' }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Text/).value).toBe('{overdue}');
  cleanup();
  const teacher = await openMessage({ 'account.get': { rights: ['registrations'] } });
  expect(teacher.dialog.queryByRole('button', { name: '{balance}' })).toBeNull();
});

test('sends to the class, and Undo takes it back', async () => {
  const { office, dialog } = await openMessage();
  await office.user.click(dialog.getByRole('switch', { name: 'SMS' }));
  await office.user.type(dialog.getByLabelText(/^Subject/), 'First day');
  await office.user.type(dialog.getByLabelText(/^Text/), 'Class starts at ten');
  await office.user.click(await dialog.findByRole('button', { name: /^Send/ }));
  await findToast('700 people are told in 10 seconds');
  expect(office.inputs('registrations.sendMessage')).toMatchObject([
    { registrations: [1, 2], channels: ['email'], subject: 'First day', text: 'Class starts at ten' },
  ]);
  await office.user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Nothing is sent');
  expect(office.inputs('registrations.undoMessage')).toEqual([{ id: 9 }]);
});

test('says that SMS become files where no gateway is set, before and after', async () => {
  const { office, dialog } = await openMessage({ 'account.get': { filedChannels: ['email', 'sms'] } });
  expect(await dialog.findByText(/No SMS gateway: these are written to files\.$/)).toBeTruthy();
  await office.user.type(dialog.getByLabelText(/^Text/), 'Class starts at ten');
  await office.user.click(await dialog.findByRole('button', { name: /^Send/ }));
  await findToast('No SMS gateway: these are written to files.');
});

test('a mistake in the text stands in the dialog, and nothing can be sent', async () => {
  const { office, dialog } = await openMessage();
  const message = 'There is no placeholder {name}';
  office.answer({
    'registrations.planMessage': new Refusal(400, 'VALIDATION_ERROR', 'Not right', [
      { path: 'text', message },
    ]),
  });
  await office.user.type(dialog.getByLabelText(/^Text/), 'Dear {{name}');
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});
