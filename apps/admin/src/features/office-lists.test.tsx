import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../api/admin.ts';
import type { Answer, Answers, PartOf } from '../testing/answers.ts';
import { Refusal } from '../testing/answers.ts';
import {
  email,
  findButton,
  findDialog,
  findToast,
  listAnswer,
  officeSite,
  openOffice,
  parkedMessage,
} from '../testing/office.tsx';

const at = '2026-11-20T10:00:00.000Z';
const broken = new Refusal(500, 'INTERNAL_ERROR');
const dates = { createdAt: at, updatedAt: at };
type Office = Awaited<ReturnType<typeof openOffice>>;
const filter = async (office: Office, name: string, choice: string) =>
  office.user.selectOptions(await screen.findByRole('combobox', { name }), choice);

const message = {
  id: 4,
  name: 'Nakato',
  email: 'nakato@example.org',
  subject: 'Hostel & fees?',
  readAt: null,
  ...dates,
  message: 'How much is <b>one term</b>?',
};

test('a message is read when it is opened, is answered by mail, and can be left for later', async () => {
  const office = await openOffice('/admin/messages', {
    'contact.list': listAnswer(message),
    'contact.mark': {},
  });
  const name = 'Nakato: Hostel & fees?';
  expect((await screen.findByRole('row', { name: /Nakato/ })).textContent).toContain('Unread');
  await findButton(`View ${name}`);
  await office.user.click(screen.getByText('Hostel & fees?'));
  const shown = await findDialog('Hostel & fees?');
  expect(shown.getByText('How much is <b>one term</b>?')).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
    'mailto:nakato@example.org?subject=Re%3A%20Hostel%20%26%20fees%3F',
  );
  await waitFor(() => expect(office.inputs('contact.mark')).toEqual([{ id: 4, isRead: true }]));
  await office.user.click(shown.getByRole('button', { name: 'Mark as unread' }));
  expect(await findToast('Message marked as unread')).toBeTruthy();
  expect(office.inputs('contact.mark')[1]).toEqual({ id: 4, isRead: false });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an SMS is answered by SMS, of at most two segments', async () => {
  const phone = '+256772123456';
  const sms = {
    ...message,
    name: '+256 772 123 456',
    channel: 'sms' as const,
    phone,
    email: '',
    subject: 'SMS',
  };
  const office = await openOffice('/admin/messages', {
    'contact.list': listAnswer({ ...sms, readAt: at }),
    'contact.answer': new Refusal(409, 'CONFLICT', 'This number has sent STOP and gets no SMS'),
    'contact.smsEnding': 'KVI',
  });
  await office.user.click(await findButton(/^View/));
  const shown = await findDialog('SMS');
  expect(shown.getByRole('link', { name: phone }).getAttribute('href')).toBe(`tel:${phone}`);
  expect(shown.queryByRole('link', { name: 'Reply' })).toBeNull();
  const text = shown.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer by SMS' });
  const send = shown.getByRole<HTMLButtonElement>('button', { name: 'Send SMS' });
  expect(send.disabled).toBe(true);
  fireEvent.change(text, { target: { value: 'x'.repeat(301) } });
  expect(await shown.findByText(/Too long/)).toBeTruthy();
  expect(send.disabled).toBe(true);
  fireEvent.change(text, { target: { value: 'Yes, there is.' } });
  expect(await shown.findByText('20 characters, 1 SMS')).toBeTruthy();
  await office.user.click(send);
  expect(await screen.findByText(/^The SMS could not be sent\./)).toBeTruthy();
  expect(text.value).toBe('Yes, there is.');
  office.answer({ 'contact.answer': { id: 4 } });
  await office.user.click(send);
  expect(await findToast('The SMS is on its way')).toBeTruthy();
  expect(office.inputs('contact.answer').at(-1)).toEqual({ id: 4, text: 'Yes, there is.' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the answer by SMS says that it becomes a file where no gateway is set, before and after', async () => {
  const phone = '+256772123456';
  const sms = { ...message, channel: 'sms' as const, phone, email: '', subject: 'SMS', readAt: at };
  const office = await openOffice('/admin/messages', {
    'contact.list': listAnswer(sms),
    'contact.answer': { id: 4 },
    'contact.smsEnding': 'KVI',
    'account.get': { filedChannels: ['sms'] },
  });
  await office.user.click(await findButton(/^View/));
  const shown = await findDialog('SMS');
  fireEvent.change(shown.getByLabelText('Answer by SMS'), { target: { value: 'Yes' } });
  const hint = '9 characters, 1 SMS. Written to files: nobody is told.';
  expect(await shown.findByText(hint)).toBeTruthy();
  await office.user.click(shown.getByRole('button', { name: 'Send SMS' }));
  expect(await findToast('Written to a file')).toBeTruthy();
  expect(screen.queryByText('The SMS is on its way')).toBeNull();
});

test('a message that was filed as spam by mistake comes back, and a failed deletion keeps it', async () => {
  const office = await openOffice('/admin/messages', {
    'contact.list': listAnswer({ ...message, readAt: at }),
    'contact.notSpam': {},
    'contact.remove': broken,
  });
  await filter(office, 'Status', 'Spam');
  await waitFor(() => expect(office.inputs('contact.list').at(-1)).toMatchObject({ category: 'spam' }));
  await office.user.click(await findButton(/^View Nakato/));
  expect(screen.queryByRole('button', { name: 'Mark as unread' })).toBeNull();
  await office.user.click(await findButton('Not spam'));
  expect(await findToast('Message moved to the others')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await office.user.click(await findButton(/^Delete Nakato/));
  await office.user.click(await findButton('Delete'));
  expect(await findToast('Failed to delete message')).toBeTruthy();
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('messages of both channels show when they arrived, or why not, and are sent again', async () => {
  const out = { ...parkedMessage, id: 9, kind: 'newsletter-welcome' as const };
  const sms = { ...parkedMessage, id: 10, channel: 'sms' as const, recipient: '+256700123456' };
  const waitsFor = 'Waits: the SMS of today are used up';
  const sent = { segments: 2, cost: 'UGX 70.0000', error: null, sentAt: at };
  const office = await openOffice('/admin/mail', {
    'messagesOut.counts': { waiting: 2, failing: 1, parked: 1, sentToday: 7, filedToday: 5 },
    'messagesOut.smsOfMonth': { messages: 2, segments: 3, costs: [{ currency: 'UGX', amount: 1105.5 }] },
    'messagesOut.list': listAnswer<PartOf<AdminAnswers['messagesOut']['list']['items'][number]>>(
      { ...sms, ...sent, state: 'delivered', deliveredAt: at },
      { ...sms, ...sent, id: 11, recipient: '+256700123457', state: 'sent', cost: null, isFile: true },
      { ...sms, id: 12, recipient: '+256700123458', state: 'waiting', nextTryAt: at, waitsFor, error: null },
      out,
    ),
    'messagesOut.sendAgain': {},
  });
  await screen.findByText('Sent today: 7 (5 to files) · Waiting: 2 · Parked: 1');
  expect(screen.getByText('SMS this month: 2 · Segments: 3 · Cost: UGX 1,105.5')).toBeTruthy();
  const shows = async (name: RegExp, ...texts: string[]) => {
    const row = await screen.findByRole('row', { name });
    for (const text of texts) expect(row.textContent).toContain(text);
  };
  await shows(/Newsletter welcome/, 'Email', 'Parked', '550 No such box');
  await shows(/123456/, 'SMS', 'Delivered20 Nov 2026, 13:00', 'UGX 70.0000');
  await shows(/123457/, 'Written to a file');
  await shows(/123458/, 'WaitingNext try 20 Nov 2026, 13:00', waitsFor);
  expect(await screen.findByRole('link', { name: /^Messages\s*1 parked$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Out\s*1 parked$/, current: 'page' })).toBeTruthy();

  await filter(office, 'Channel', 'SMS');
  await office.user.click(await findButton('Filters'));
  await filter(office, 'Status', 'Failed');
  await waitFor(() =>
    expect(office.inputs('messagesOut.list').at(-1)).toEqual({
      channel: 'sms',
      state: 'failed',
      limit: 20,
      offset: 0,
    }),
  );
  expect(office.address()).toContain('channel=sms&state=failed');
  expect(screen.getAllByRole('button', { name: /^Send Again/ })).toHaveLength(1);
  office.answer({ 'messagesOut.list': listAnswer() });
  await office.user.click(await findButton('Send Again Newsletter welcome to gone@example.org'));
  expect(await findToast('The message is on its way again')).toBeTruthy();
  expect(office.inputs('messagesOut.sendAgain')).toEqual([{ id: 9 }]);
  await screen.findByText('No messages found matching your criteria.');
});

test('subscribers are counted, filtered and erased', async () => {
  const subscriber = {
    id: 2,
    email: 'reader@example.org',
    state: 'confirmed',
    createdAt: at,
    confirmedAt: at,
    unsubscribedAt: null,
  } satisfies PartOf<AdminAnswers['newsletter']['subscribers']['list']['items'][number]>;
  const office = await openOffice('/admin/newsletter', {
    'newsletter.subscribers.list': listAnswer(subscriber),
    'newsletter.subscribers.counts': { pending: 1, confirmed: 1200, unsubscribed: 3 },
    'newsletter.subscribers.remove': {},
  });
  await screen.findByText('1,200');
  await filter(office, 'Status', 'Confirmed');
  await waitFor(() =>
    expect(office.inputs('newsletter.subscribers.list').at(-1)).toMatchObject({ category: 'confirmed' }),
  );
  await office.user.click(await findButton('Delete reader@example.org'));
  await office.user.click(await findButton('Delete'));
  expect(await findToast('Subscriber deleted successfully')).toBeTruthy();
});

test.each([true, false])('the newsletter screens say whether visitors can subscribe: %s', async (isOpen) => {
  for (const path of ['/admin/newsletter', '/admin/newsletter/campaigns']) {
    await openOffice(path, {
      '/api/v1/site': { ...officeSite, newsletter: { isOpen, intro: '' } },
      'newsletter.subscribers.list': listAnswer(),
      'newsletter.subscribers.counts': { pending: 0, confirmed: 0, unsubscribed: 0 },
      'newsletter.campaigns.list': listAnswer(),
    });
    await screen.findByText(/^There are no (subscribers|newsletters) yet/);
    expect(screen.queryAllByText('Visitors cannot subscribe now')).toHaveLength(isOpen ? 0 : 1);
    if (!isOpen) {
      expect(screen.queryByText(/^Visitors subscribe/)).toBeNull();
      const link = screen.getByRole('link', { name: 'Open it under Site › Newsletter' });
      expect(link.getAttribute('href')).toBe('/admin/site?section=newsletter');
    }
    cleanup();
  }
});

const campaign = {
  id: 3,
  subject: 'News',
  body: 'Hi',
  postId: null,
  state: 'stopped',
  counts: { sent: 1, queued: 2, failed: 0, left: 3, skipped: 1 },
  createdAt: at,
  startedAt: at,
  finishedAt: null,
} satisfies Answer<'newsletter.campaigns.get'>['view'];
const campaignAnswers = {
  'newsletter.campaigns.list': listAnswer(campaign),
  'newsletter.campaigns.get': { view: campaign, tag: '"3"' },
  'newsletter.campaigns.preview': { html: '<h1>News</h1>', text: 'News in plain words' },
} satisfies Answers;

test('without a mail server the question before a newsletter says that nobody is told', async () => {
  const office = await openOffice('/admin/newsletter/campaigns', {
    ...campaignAnswers,
    'account.get': { filedChannels: ['email'] },
    'newsletter.campaigns.get': { view: { ...campaign, state: 'draft' }, tag: '"3"' },
  });
  await office.user.click(await screen.findByText('News'));
  await office.user.click(await findButton('Send newsletter'));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Written to files: nobody is told.');
});

test('a stopped newsletter goes on after Resume, and one that is being sent can be stopped', async () => {
  const office = await openOffice('/admin/newsletter/campaigns', {
    ...campaignAnswers,
    'newsletter.campaigns.resume': {},
    'newsletter.campaigns.stop': broken,
  });
  await office.user.click(await screen.findByText('News'));
  await screen.findByText('Stopped. Nothing more goes out until somebody resumes it.');
  expect(screen.getByRole('progressbar', { name: 'Sent' }).getAttribute('aria-valuetext')).toBe(
    '1 of 6 sent',
  );
  office.answer({ 'newsletter.campaigns.get': { view: { ...campaign, state: 'sending' }, tag: '"4"' } });
  await office.user.click(await findButton('Resume'));
  await office.user.click(await findButton('Stop'));
  expect(await screen.findByText(/^Failed to stop newsletter\./)).toBeTruthy();
  await office.user.click(await screen.findByRole('tab', { name: 'Plain text' }));
  await screen.findByText('News in plain words');
});

const trashed = (id: number, title: string) => ({
  id,
  kind: 'program' as const,
  title,
  deletedAt: at,
  deletedBy: 'bo@institute.example',
  daysLeft: 30,
});

test('an account that is not an owner restores one or several items, but deletes none for good', async () => {
  const three = { ...listAnswer(trashed(1, 'One'), trashed(2, 'Two'), trashed(3, 'Three')), mayPurge: false };
  const office = await openOffice('/admin/trash?category=program', {
    'trash.list': three,
    'trash.restore': {},
    'trash.restoreMany': { count: 2 },
  });
  await office.user.click(await screen.findByLabelText('Select all 3'));
  expect(office.inputs('trash.list')).toContainEqual(expect.objectContaining({ category: 'program' }));
  expect(screen.queryByRole('button', { name: /^Delete for ever/ })).toBeNull();
  office.answer({ 'trash.list': { ...listAnswer(trashed(1, 'One'), trashed(2, 'Two')), mayPurge: false } });
  await office.user.click(await findButton('Restore Three'));
  expect(await findToast('Program restored successfully')).toBeTruthy();
  await findButton('Restore selected (2)');
  await office.user.click(await screen.findByLabelText('Select One'));
  expect(await screen.findByLabelText('Select all 2')).toHaveProperty('checked', false);
  await office.user.click(screen.getByLabelText('Select One'));
  office.answer({ 'trash.list': { ...listAnswer(), mayPurge: false } });
  await office.user.click(await findButton('Restore selected (2)'));
  expect(await findToast('2 items restored')).toBeTruthy();
  await screen.findByText('Nothing in the trash matches your search.');
});

test('the log shows author, action and origin, and filters by author, type and day', async () => {
  const line = {
    id: 1,
    type: 'login',
    entityType: 'account',
    entityId: 1,
    description: 'Signed in',
    subject: null,
    user: { email },
    ipAddress: '127.0.0.1',
    userAgent: null,
    medical: null,
    createdAt: at,
  } satisfies PartOf<AdminAnswers['activity']['list']['items'][number]>;
  const office = await openOffice('/admin/activity', {
    'activity.list': ({ to }) => (to ? listAnswer() : listAnswer(line)),
    'activity.accounts': [{ id: 1, email }],
  });
  await screen.findByText('Total Activities: 1');
  await office.user.click(await findButton('Filters'));
  await filter(office, 'Who', email);
  await filter(office, 'Type', 'Login');
  await screen.findByText('Found: 1');
  expect(office.inputs('activity.list').at(-1)).toMatchObject({ type: 'login' });
  const table = within(screen.getByRole('table', { name: 'Activity, newest first' }));
  const row = table.getAllByRole('row').at(-1)?.textContent;
  for (const text of ['Signed in', email, '127.0.0.1']) expect(row).toContain(text);
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2020-01-01' } });
  await screen.findByText('No activities found matching your criteria.');
  expect(office.address()).toContain('to=2020-01-01');
  await filter(office, 'Health Information', 'Read or searched');
  await waitFor(() => expect(office.address()).toContain('medical=read'));
});
