import { createHmac } from 'node:crypto';
import { payCode } from '@institute/contract/fees.constants';
import { beforeEach, expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { patience } from '../../../testing/app/patience.ts';
import { makeFeePayment } from '../../../testing/app/sample-bodies.ts';
import { startSmsOutbox } from '../../../testing/app/sms.ts';
import { testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { readSmsNumber } from '../../platform/outbox/sms/sms-number.service.ts';
import { parseCommand } from './incoming-sms.service.ts';

const signingKey = 'key-of-the-phone';
const t = await useTestApp({
  SMS_URL: 'smsgate+http://sms:hidden@127.0.0.1:9',
  SMS_SIGNING_KEY: signingKey,
  PUBLIC_URL: 'https://www.example.org',
});
const number = '+256772123456';
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
beforeEach(async () => {
  for (const table of ['outgoing_messages', 'sms_reports', 'incoming_sms', 'sms_numbers', 'messages'])
    await t.sql(`delete from ${table}`);
});

const headers = { host: 'www.example.org' };
const pathOf = async (notice: 'incoming' | 'reports' | 'phone') =>
  new URL((await t.office.admin.installation.smsAddresses.query())[notice]).pathname;
const post = async (notice: 'incoming' | 'reports' | 'phone', payload: string, more: object = {}) => {
  const type = notice === 'phone' ? 'application/json' : 'application/x-www-form-urlencoded';
  const url = await pathOf(notice);
  return t.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, 'content-type': type, ...more },
  });
};
let count = 0;
const incoming = (text: string, { from = number, id = `sms-${++count}` } = {}) =>
  post('incoming', new URLSearchParams({ date: '2026', from, id, linkId: 'l', text, to: '8008' }).toString());
const signed = (body: string, { key = signingKey, at = t.now() } = {}) => {
  const timestamp = `${Math.floor(at.getTime() / 1000)}`;
  const signature = createHmac('sha256', key)
    .update(body + timestamp)
    .digest('hex');
  return { 'x-timestamp': timestamp, 'x-signature': signature };
};
const phoneBody = (event: string, payload: object, id = `event-${++count}`) =>
  JSON.stringify({ deviceId: 'd', webhookId: 'w', event, id, payload });
const phone = (body: string) => post('phone', body, signed(body));

const answers = async (to = number) =>
  (await t.em().find(OutgoingMessageEntity, { kind: 'sms-answer' }, { orderBy: { id: 'asc' } })).map(
    ({ recipient, channel, data }) => {
      expect({ recipient, channel }).toEqual({ recipient: to, channel: 'sms' });
      return (data as { text: string }).text;
    },
  );
const sentSms = (providerId: string) =>
  t.em().insert(OutgoingMessageEntity, {
    channel: 'sms',
    kind: 'sms-answer',
    recipient: number,
    data: { text: 'Hi' },
    state: 'sent',
    sentAt: t.now(),
    providerId,
  });
const messages = async () => (await t.office.admin.contact.list.query({ limit: 50, offset: 0 })).items;
const name = async () => (await t.office.admin.site.get.query()).view.institute.name;
const thanks = 'Thank you. We read your message and answer you.';
const unknown = /^We found no registration with this number\. Call .+\.$/;

test.each([
  ['STOP', { name: 'stop', isMessage: false }],
  ['stop.', { name: 'stop', isMessage: false }],
  ['  "Stop please"', { name: 'stop', isMessage: false }],
  ['Stop. Who are you and why?', { name: 'stop', isMessage: true }],
  ['Stopped by yesterday', { isMessage: true }],
  ['start', { name: 'start', isMessage: false }],
  ['Start again', { name: 'start', isMessage: false }],
  ['Start date of Tailoring?', { isMessage: true }],
  ['Status', { name: 'status', isMessage: false }],
  ['status of my application?', { name: 'status', isMessage: false }],
  ['Balance', { name: 'balance', isMessage: false }],
  ['STATUS REG-2026-000123', { name: 'status', isMessage: false, reference: 'reg 2026 000123' }],
  ['status reg 2026 000123.', { name: 'status', isMessage: false, reference: 'reg 2026 000123' }],
  ['Status REG', { name: 'status', isMessage: false, reference: 'reg' }],
  ['STATUS Reg2O26–OOO123, thanks', { name: 'status', isMessage: false, reference: 'reg2o26 ooo123' }],
  ['Status of my registration?', { name: 'status', isMessage: false }],
  ['\u200eST\u200bOP', { name: 'stop', isMessage: false }],
  ['Is there a hostel?', { isMessage: true }],
  ['', { isMessage: true }],
])('reads %j', (text, command) => {
  expect(parseCommand(text)).toEqual(command);
});

test('STOP is answered once, and START begins again', async () => {
  const first = await incoming('STOP');
  expect([first.statusCode, first.body]).toEqual([200, '']);
  await incoming('stop.');
  await incoming('Stop please');
  const stopped = `You will get no more SMS from ${await name()}. Send START to get them again.`;
  expect(await answers()).toEqual([stopped]);
  await incoming('Start');
  await incoming('STOP');
  expect(await answers()).toEqual([stopped, `You will get SMS from ${await name()} again.`, stopped]);
  expect(await messages()).toEqual([]);
});

test('STATUS says the newest registration of the number, or the one that is named', async () => {
  await t.given.program({ name: 'Tailoring' });
  const first = await t.given.registration({ phone: '0772 123 456' });
  const newest = await t.given.registration({ phone: '+256 772 123 456', email: 'other@example.org' });
  const strange = await t.given.registration({ phone: '0772 999 999', email: 'third@example.org' });
  await t.office.api.registrations.update({ params: { id: newest.id }, body: { status: 'waiting' } });

  await incoming('STOP');
  await incoming('Status');
  await incoming(`status ${first.reference.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'O')}`);
  await incoming(`STATUS ${strange.reference}`);
  await incoming('STATUS REG-2026-999999');
  await incoming('STATUS REG');
  const [, ...rest] = await answers();
  expect(rest).toEqual([
    `${newest.reference}: waiting list. You are number 1 on the waiting list.`,
    `${first.reference}: received`,
    ...Array(3).fill(expect.stringMatching(unknown)),
  ]);
  // STOP stays
  await incoming('STOP');
  expect(await answers()).toHaveLength(6);
});

test('BALANCE says what is owed, and STATUS of an accepted applicant ends with it', async () => {
  const instalments = [
    { label: 'One', amount: 200_000, dueDays: null },
    { label: 'Two', amount: 300_000, dueDays: 10 },
  ];
  const { id: programId } = await t.given.program({ price: 500_000, instalments });
  const phone = '0772 123 456';
  const { id, reference } = await t.given.registration({ programId, phone, startDate: '2999-01-01' });
  await incoming('balance');
  await t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } });
  await t.office.admin.fees.record.mutate(makeFeePayment(id, { amount: 250_000 }));
  await incoming('BALANCE');
  await incoming('Status');
  await incoming('Balance reg 2026 999999');
  const { fees, institute } = (await t.office.admin.site.get.query()).view;
  const unwritten = { mtnCode: '', airtelCode: '', bankAccount: '' };
  await t.office.admin.site.update.mutate({ changes: { fees: unwritten } });
  await incoming('Balance');
  await t.office.admin.site.update.mutate({ changes: { fees } });
  expect(await answers()).toEqual([
    `${reference}: no fees are charged.`,
    `${reference}: balance UGX 250,000. Next: UGX 250,000 by 11 Jan 2999. Pay code ${payCode(id)}`,
    `${reference}: accepted. Balance: UGX 250,000`,
    expect.stringMatching(unknown),
    `${reference}: balance UGX 250,000. Next: UGX 250,000 by 11 Jan 2999. Ask the office how to pay: ${institute.phones[0]}`,
  ]);
});

test('forty STATUS of a number get five answers in an hour, and STOP is answered still', async () => {
  for (let n = 0; n < 40; n += 1) await incoming('STATUS');
  expect(await answers()).toHaveLength(5);
  await incoming('STOP');
  expect((await answers()).at(-1)).toMatch(/^You will get no more SMS/);
  // The START is obeyed
  await incoming('START');
  expect(await answers()).toHaveLength(6);
  expect(await readSmsNumber(t.jobContext(), number)).toMatchObject({ isStopped: false });

  t.wait(HOUR);
  await incoming('STATUS');
  // The first five still wait for the gateway
  expect(await answers()).toHaveLength(6);
  await t.sql(`update outgoing_messages set state = 'sent'`);
  await incoming('STATUS');
  expect(await answers()).toHaveLength(7);
});

test('anything else is a message of the office, thanked for once a day', async () => {
  await incoming('Is there a hostel?\u0000');
  await incoming('And a kitchen?');
  expect(await answers()).toEqual([thanks]);
  expect(await messages()).toMatchObject([
    { message: 'And a kitchen?' },
    { channel: 'sms', phone: number, email: '', subject: 'SMS', message: 'Is there a hostel?' },
  ]);
  const rest = await t.office.api.contact.list({ query: {} });
  expect(rest.body).toMatchObject({ data: [{ channel: 'sms', phone: number }, { channel: 'sms' }] });
  expect(await t.em().count(OutgoingMessageEntity, { kind: 'contact-message' })).toBe(2);

  t.wait(DAY);
  await incoming('Hello?');
  expect(await answers()).toEqual([thanks, thanks]);
});

test('a number that has said stop gets no thanks, and its message is kept', async () => {
  await incoming('STOP');
  await incoming('Is there a hostel?');
  expect(await answers()).toHaveLength(1);
  expect(await messages()).toMatchObject([{ message: 'Is there a hostel?' }]);
});

test('a form message is of the channel form', async () => {
  await t.given.message();
  expect(await messages()).toMatchObject([{ channel: 'form', phone: '', email: 'ann@example.org' }]);
});

test('each message counts once, also when it comes twice at the same moment', async () => {
  const both = await Promise.all([incoming('Hello', { id: 'one' }), incoming('Hello', { id: 'one' })]);
  await incoming('Hello', { id: 'one' });
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await messages()).toHaveLength(1);
  expect(await answers()).toHaveLength(1);
});

test('understands a number whose plus was not encoded', async () => {
  await post('incoming', `id=plus&from=+254712345678&text=Hello`);
  expect(await messages()).toMatchObject([{ phone: '+254712345678' }]);
});

test('a sender without a number is shown to the office and not answered', async () => {
  await incoming('Your bundle ends today. Send STOP.', { from: 'MTN' });
  await incoming('STOP', { from: '8008' });
  expect(await messages()).toMatchObject([{ phone: '8008' }, { phone: 'MTN', name: 'MTN' }]);
  expect(await answers()).toEqual([]);
});

test('takes messages and reports of the phone', async () => {
  await sentSms('7-1');
  const state = async () => (await t.em().find(OutgoingMessageEntity, { providerId: '7-1' }))[0];
  const event = { messageId: '7-1', phoneNumber: number };
  await phone(phoneBody('sms:failed', { ...event, reason: 'Error 256772123456: RESULT_ERROR_NULL_PDU' }));
  expect(await state()).toMatchObject({
    state: 'failed',
    lastError: 'The phone could not send it: RESULT_ERROR_NULL_PDU',
  });
  await phone(phoneBody('sms:delivered', event));
  await phone(phoneBody('sms:sent', event));
  expect(await state()).toMatchObject({ state: 'delivered', lastError: null });
  expect((await phone(phoneBody('system:ping', {}))).statusCode).toBe(200);

  const received = { messageId: 'same', message: 'Hello', phoneNumber: '0772123456', simNumber: null };
  await phone(phoneBody('sms:received', received, 'one'));
  await phone(phoneBody('sms:received', received, 'one'));
  await phone(phoneBody('sms:received', { ...received, sender: 256 }, 'two'));
  expect(await messages()).toHaveLength(2);
  expect((await messages())[0]).toMatchObject({ phone: number, message: 'Hello' });
  await sentSms('8-1');
  await phone(phoneBody('sms:failed', { messageId: '8-1', reason: 7 }));
  expect((await t.em().findOne(OutgoingMessageEntity, { providerId: '8-1' }))?.state).toBe('failed');
});

test.each([
  ['Success', 'delivered', null],
  ['Rejected', 'failed', 'Rejected'],
  ['Failed', 'failed', 'Failed: UserInBlackList'],
  ['Expired', 'failed', 'Expired'],
  ['AbsentSubscriber', 'failed', 'AbsentSubscriber'],
  ['Sent', 'sent', null],
  ['Submitted', 'sent', null],
  ['Buffered', 'sent', null],
  ['Unheard', 'sent', null],
])("takes Africa's Talking's report %s as %s", async (status, state, lastError) => {
  await sentSms('ATXid_1');
  const reason: Record<string, string> = status === 'Failed' ? { failureReason: 'UserInBlackList' } : {};
  const form = { id: 'ATXid_1', status, phoneNumber: number, retryCount: '0', ...reason };
  const answer = await post('reports', new URLSearchParams(form).toString());
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  expect(await t.em().find(OutgoingMessageEntity, { providerId: 'ATXid_1' })).toMatchObject([
    { state, lastError },
  ]);
});

test('refuses what the phone has not signed, or signed more than five minutes ago', async () => {
  const body = phoneBody('sms:received', { message: 'Hello', phoneNumber: number });
  const minutes = (count: number) => new Date(t.now().getTime() + count * 60_000);
  const status = async (more: object) => (await post('phone', body, more)).statusCode;
  expect(await status({})).toBe(401);
  expect(await status(signed(body, { key: 'another-key' }))).toBe(401);
  expect(await status(signed(`${body} `))).toBe(401);
  expect(await status({ ...signed(body), 'x-timestamp': '1' })).toBe(401);
  expect(await status({ 'x-signature': signed(body)['x-signature'] })).toBe(401);
  expect(await status(signed(body, { at: minutes(-5.1) }))).toBe(401);
  expect(await status(signed(body, { at: minutes(5.1) }))).toBe(401);
  expect(await messages()).toEqual([]);
  expect(await status(signed(body, { at: minutes(-4.9) }))).toBe(200);
  expect(await messages()).toHaveLength(1);
});

test('answers 404 to a wrong token, also to that of another address', async () => {
  const incomingPath = await pathOf('incoming');
  const token = incomingPath.split('/').at(-1) ?? '';
  for (const path of [`reports/${token}`, `phone/${token}`, `incoming/${token}x`, 'incoming/x', 'other/x']) {
    const answer = await t.app.inject({ method: 'POST', url: `/api/v1/sms/${path}`, headers, payload: {} });
    expect([path, answer.statusCode]).toEqual([path, 404]);
    expect(answer.json().error.code).toBe('NOT_FOUND');
  }
});

test.each([
  ['incoming', 'from=1', 400],
  ['incoming', '', 400],
  ['reports', 'status=Success', 400],
  ['phone', '{', 400],
  ['phone', '[]', 400],
  ['phone', '{"event":"sms:received"}', 400],
  ['phone', '{"event":"sms:sent","payload":{}}', 400],
  ['incoming', `text=${'x'.repeat(70_000)}`, 413],
] as const)('refuses at %s the body %j', async (notice, body, status) => {
  expect((await post(notice, body, notice === 'phone' ? signed(body) : {})).statusCode).toBe(status);
});

test('refuses another type of body', async () => {
  const answer = await post('incoming', '{}', { 'content-type': 'application/json' });
  expect(answer.statusCode).toBe(415);
});

test('each notice has an address of its own', async () => {
  const { incoming, reports, phone } = await t.office.admin.installation.smsAddresses.query();
  expect(incoming).toMatch(/^https:\/\/www\.example\.org\/api\/v1\/sms\/incoming\/[\w-]{43}$/);
  expect(new Set([incoming, reports, phone].map((address) => address.split('/').at(-1))).size).toBe(3);
});

test('the office answers by SMS, at most two segments, and never after STOP', async () => {
  await incoming('Is there a hostel?');
  const [{ id = 0 } = {}] = await messages();
  const { contact } = t.office.admin;
  await contact.answer.mutate({ id, text: 'Yes, for 40 girls.' });
  expect(await t.em().find(OutgoingMessageEntity, { kind: 'office-sms' })).toMatchObject([
    { channel: 'sms', recipient: number, data: { text: 'Yes, for 40 girls.' }, state: 'waiting' },
  ]);

  const answer = (text: string) => readRefusal(contact.answer.mutate({ id, text }));
  expect(await answer('x'.repeat(303))).toMatchObject({ status: 400, details: [{ path: 'text' }] });
  expect(await answer('')).toMatchObject({ status: 400 });
  await incoming('STOP');
  expect(await answer('Hello')).toMatchObject({ status: 409, message: expect.stringContaining('STOP') });
  await incoming('START');
  await incoming('Hello', { from: 'MTN' });
  await incoming('Hello', { from: '+447911123456' });
  const [{ id: abroad = 0 } = {}, { id: operator = 0 } = {}] = await messages();
  for (const id of [abroad, operator, (await t.given.message()).id])
    expect(await readRefusal(contact.answer.mutate({ id, text: 'Hello' }))).toMatchObject({ status: 409 });
  expect(await t.em().count(OutgoingMessageEntity, { kind: 'office-sms' })).toBe(1);
});

test('answers go out after STOP, with the ending of the institute', async () => {
  const outbox = startSmsOutbox(t);
  await incoming('STOP');
  await incoming('STATUS', { from: '+256701999777' });
  await outbox.sendDue();
  expect(outbox.sent).toMatchObject([
    { to: number, text: expect.stringMatching(/^You will get no more SMS .* again\. - \w+$/) },
    {
      to: '+256701999777',
      text: expect.stringMatching(/^We found no registration with this number\. Call .+/),
    },
  ]);
});

test("erasing a person takes their SMS, and their number's STOP stays", async () => {
  await incoming('Is there a hostel?');
  await incoming('STOP');
  const person = await t.office.admin.privacy.find.mutate({ person: '0772 123456' });
  expect(person).toMatchObject({ messages: [{ subject: 'SMS' }], emails: 2 });
  await t.office.admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  await t.office.admin.privacy.erase.mutate({ person: '0772 123456', confirm: '0772 123456' });
  expect(await messages()).toEqual([]);
  expect(await t.em().count(OutgoingMessageEntity)).toBe(0);
  const known = await readSmsNumber(t.jobContext(), number);
  expect(known.isStopped).toBe(true);
});

test('no token, number or text reaches the log', async () => {
  const lines: string[] = [];
  const app = await buildApp({
    ...patience,
    config: { ...t.config, logLevel: 'trace' },
    db: t.db,
    withPages: false,
    logTo: { write: (line) => lines.push(line) },
  });
  const url = await pathOf('incoming');
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const send = (url: string, payload: string) => app.inject({ method: 'POST', url, headers: form, payload });
  await send(url, new URLSearchParams({ id: 'log', from: number, text: 'A canary' }).toString());
  await send(url, 'text=canary');
  await send(`${url}x`, 'text=canary');
  await app.close();
  const log = lines.join('\n');
  expect(log).toContain('/api/v1/sms/incoming/:token');
  for (const secret of [url.split('/').at(-1) ?? url, '772123456', 'canary'])
    expect(log).not.toContain(secret);
});
