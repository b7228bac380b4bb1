import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isLoopbackUrl } from '../../config/config.ts';
import { canGatewayTakeReplies, parseSmsUrl } from '../../config/sms-gateway.ts';
import { makeTemporaryFolder } from '../../testing/processes/temporary-folder.ts';
import { startAfricasTalking } from '../../testing/stand-ins/africas-talking-stand-in.ts';
import { startPhone } from '../../testing/stand-ins/phone-stand-in.ts';
import { openSmsTransport } from './open-transport.ts';
import { SmsBalanceUsedUp, SmsRefused } from './transport.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) await close();
});

const open = (url: string) => openSmsTransport({ sms: parseSmsUrl(url, isLoopbackUrl), dataDir: '/nowhere' });
async function provider() {
  const standIn = await startAfricasTalking();
  closers.push(standIn.close);
  return { standIn, transport: open(standIn.url) };
}
async function office() {
  const phone = await startPhone();
  closers.push(phone.close);
  return { standIn: phone, transport: open(phone.url) };
}
const createdAt = new Date('2026-11-23T05:00:00Z');
const message = { id: 7, createdAt, to: '+256772123456', text: 'Aŋom & 100% {ok}\nBye' };
const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

test.each([100, 101, 102])("sends through Africa's Talking, which answers %i", async (statusCode) => {
  const { standIn, transport } = await provider();
  standIn.statusCode = statusCode;
  const receipt = await transport.send(message);
  expect(standIn.taken).toEqual([
    { id: receipt.providerId, to: message.to, text: message.text, from: '8008' },
  ]);
  expect(receipt).toMatchObject({ cost: 'UGX 35.0000', state: 'sent' });
});

const toAnswer = (Message: string | null, ...Recipients: object[]) => ({
  SMSMessageData: { Message, Recipients },
});
/** As a message that was not taken is answered, which has no code in some answers. */
const refuse = (fields: object) =>
  toAnswer('Sent to 0/1 Total Cost: 0', { number: message.to, cost: '0', messageId: 'None', ...fields });
const take = (fields: object) =>
  toAnswer('Sent to 1/1 Total Cost: UGX 35', { number: message.to, messageId: 'ATXid_1', ...fields });

test.each([
  ...[100, 101, 102].map((statusCode) => take({ statusCode, status: 'Success', cost: 'UGX 35.0000' })),
  ...['Success', 'Processed', 'Sent', 'Queued'].map((status) => take({ status })),
  take({ statusCode: '101', status: null, messageParts: 1 }),
  take({ statusCode: 'Sent', status: 'Success' }),
  take({ statusCode: 101, status: 7, messageId: null, cost: 0.8 }),
  toAnswer(null, { statusCode: 101 }),
  toAnswer('Sent to 1/1 Total Cost: UGX 35.0000'),
])("Africa's Talking has taken what it answers with %j", async (answer) => {
  const { standIn, transport } = await provider();
  standIn.answer = answer;
  expect(await transport.send(message)).toMatchObject({ state: 'sent', providerId: expect.any(String) });
});

const refusedWords = [
  'Could Not Send',
  'RiskHold',
  'InvalidSenderId',
  'InvalidPhoneNumber',
  'UnsupportedNumberType',
  'UserInBlacklist',
  'CouldNotRoute',
  'DoNotDisturbRejection',
];
test.each([
  ...refusedWords.map((status) => [refuse({ status }), status] as const),
  ...['Could Not Send', 'InvalidSenderId'].map((fault) => [toAnswer(fault), fault] as const),
  ...[401, 402, 403, 404, 406, 407, 409].map(
    (statusCode) => [refuse({ statusCode, status: 'Failed' }), `${statusCode}, `] as const,
  ),
  [refuse({ statusCode: 101, status: 'Could Not Send' }), 'Could Not Send'],
  [take({ statusCode: null, status: 'InvalidPhoneNumber' }), 'InvalidPhoneNumber'],
  [toAnswer('Sent to 0/1 Total Cost: 0 Message parts: 1'), 'Sent to 0/1'],
  [refuse({}), 'Sent to 0/1'],
] as const)("Africa's Talking has refused what it answers with %j", async (answer, words) => {
  const { standIn, transport } = await provider();
  standIn.answer = answer;
  expect(await failureOf(transport.send(message))).toMatchObject({
    name: 'SmsRefused',
    message: expect.stringContaining(`Africa's Talking refused it: ${words}`),
  });
});

test.each([
  refuse({ statusCode: 405 }),
  refuse({ status: 'InsufficientBalance' }),
  toAnswer('InsufficientBalance'),
])('a balance that is used up waits for money: %j', async (answer) => {
  const { standIn, transport } = await provider();
  standIn.answer = answer;
  expect(await failureOf(transport.send(message))).toBeInstanceOf(SmsBalanceUsedUp);
});

test.each([
  ...[500, 501, 502, 999].map((statusCode) => refuse({ statusCode })),
  ...['InternalServerError', 'GatewayError', 'RejectedByGateway'].map((status) => refuse({ status })),
])("a failure of Africa's Talking may pass: %j", async (answer) => {
  const { standIn, transport } = await provider();
  standIn.answer = answer;
  const failure = await failureOf(transport.send(message));
  expect(failure?.message).toContain("Africa's Talking did not take it");
  expect(failure).not.toBeInstanceOf(SmsRefused);
});

test.each([{}, { SMSMessageData: null }, toAnswer(null), toAnswer('+256772123456'), toAnswer(null, {})])(
  "what Africa's Talking does not say that it took is not sent, and not sent twice: %j",
  async (answer) => {
    const { standIn, transport } = await provider();
    standIn.answer = answer;
    const failure = await failureOf(transport.send(message));
    expect(failure).toBeInstanceOf(SmsRefused);
    expect(failure?.message).toBe("Africa's Talking did not say whether it took it");
  },
);

test.each([
  ["Africa's Talking", provider],
  ['a phone', office],
])('a fault of %s may pass, and its message holds no secret, number or text', async (_, start) => {
  const { standIn, transport } = await start();
  for (const manner of ['close', 'refuse key', { status: 503 }] as const) {
    standIn.manner = manner;
    const failure = await failureOf(transport.send(message));
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(SmsRefused);
    expect(`${failure?.message} ${failure?.cause}`).not.toMatch(/256772|ok|key\b|pass/);
  }
  expect(standIn.taken).toEqual([]);

  standIn.manner = 'take';
  await transport.send(message);
  expect(standIn.taken).toHaveLength(1);
});

const unreadable = ['html', 'break off', { status: 201 }] as const;

test("what Africa's Talking answers unreadably is not sent, and not sent twice", async () => {
  const { standIn, transport } = await provider();
  for (const manner of unreadable) {
    standIn.manner = manner;
    expect(await failureOf(transport.send(message))).toBeInstanceOf(SmsRefused);
  }
});

test('a phone that answers unreadably is asked again with the same id', async () => {
  const { standIn: phone, transport } = await office();
  for (const manner of unreadable) {
    phone.manner = manner;
    const failure = await failureOf(transport.send(message));
    expect(failure?.message).toMatch(/^The phone answered 20[01] without a message$/);
    expect(failure).not.toBeInstanceOf(SmsRefused);
  }
  phone.manner = 'take';
  phone.answer = {};
  await expect(transport.send(message)).rejects.toThrow('The phone answered 202 without a message');
  expect(await transport.send(message)).toMatchObject({ state: 'sent' });
  expect(phone.taken).toHaveLength(1);
});

const phoneId = `7-${createdAt.getTime()}`;
test.each([
  [{ id: phoneId, state: 'Pending' }, 'sent'],
  [{ id: phoneId, state: 'Processed', recipients: null }, 'sent'],
  [{ id: phoneId }, 'sent'],
  [{ state: 'Sent', recipients: [{}] }, 'sent'],
  [{ id: 5, state: 'Delivered', recipients: [{ error: 7 }] }, 'delivered'],
  [{ id: phoneId, recipients: [{ state: 'Delivered' }] }, 'delivered'],
])('the phone has taken what it answers with %j', async (answer, state) => {
  const { standIn: phone, transport } = await office();
  phone.answer = answer;
  expect(await transport.send(message)).toEqual({ providerId: phoneId, cost: null, state });
});

test.each([
  [{ id: phoneId, state: 'Failed', recipients: null }, 'The phone could not send it'],
  [
    { recipients: [{ state: 'Failed', error: 'RESULT_ERROR_NO_SERVICE' }] },
    'The phone could not send it: RESULT_ERROR_NO_SERVICE',
  ],
])('the phone has refused what it answers with %j', async (answer, words) => {
  const { standIn: phone, transport } = await office();
  phone.answer = answer;
  expect(await failureOf(transport.send(message))).toMatchObject({ name: 'SmsRefused', message: words });
});

test.each([
  ["Africa's Talking", provider],
  ['a phone', office],
])('gives up on %s when no answer comes in time', async (_, start) => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const { standIn, transport } = await start();
  standIn.manner = 'stall';
  const sending = failureOf(transport.send(message));
  expect(timeout).toHaveBeenCalledWith(15_000);
  limit.abort(new DOMException('Too late', 'TimeoutError'));
  expect(await sending).toMatchObject({ name: 'TimeoutError' });
});

test('a message that is posted to the phone again is the same message', async () => {
  const { standIn: phone, transport } = await office();
  const first = await transport.send(message);
  expect(await transport.send(message)).toEqual(first);
  expect(phone.taken).toMatchObject([{ to: message.to, text: message.text, ttl: 86_400 }]);

  // An earlier row with the same id, as after a restored backup
  const other = await transport.send({ ...message, createdAt: new Date('2026-11-24T05:00:00Z') });
  expect(other.providerId).not.toBe(first.providerId);
  expect(phone.taken).toHaveLength(2);
});

test('asks the phone for the state of a message', async () => {
  const { standIn: phone, transport } = await office();
  const { providerId, state } = await transport.send(message);
  expect(state).toBe('sent');
  const ask = () => transport.askState?.(providerId ?? '');
  expect(await ask()).toBe(null);
  await phone.advance(providerId ?? '', 'Sent');
  expect(await ask()).toEqual({ state: 'sent', reason: null });
  await phone.advance(providerId ?? '', 'Delivered');
  expect(await ask()).toEqual({ state: 'delivered', reason: null });
  await phone.advance(providerId ?? '', 'Failed');
  expect(await ask()).toEqual({
    state: 'failed',
    reason: 'The phone could not send it: RESULT_ERROR_NO_SERVICE',
  });
  expect(await transport.askState?.('unknown')).toBe(null);
  phone.manner = 'html';
  await expect(ask()).rejects.toThrow('The phone answered 200 without a state');
});

test('takes the state of the phone from its first answer', async () => {
  const { standIn: phone, transport } = await office();
  phone.firstState = 'Delivered';
  expect(await transport.send(message)).toMatchObject({ state: 'delivered' });
  phone.firstState = 'Failed';
  expect(await failureOf(transport.send({ ...message, id: 8 }))).toBeInstanceOf(SmsRefused);
  expect(await failureOf(transport.send({ ...message, id: 9, text: '' }))).toBeInstanceOf(SmsRefused);
});

test('registers each webhook once, and again when it is gone or has another address', async () => {
  const { standIn: phone, transport } = await office();
  const register = (url: string) => transport.registerWebhooks?.(url);
  const events = () => phone.webhooks.map(({ event, url }) => `${event} ${url}`).sort();
  const expected = (url: string) =>
    ['sms:delivered', 'sms:failed', 'sms:received', 'sms:sent'].map((event) => `${event} ${url}`);

  await register('https://www.example.org/one');
  await register('https://www.example.org/one');
  expect(events()).toEqual(expected('https://www.example.org/one'));
  phone.webhooks.splice(1, 2);
  await register('https://www.example.org/one');
  expect(events()).toEqual(expected('https://www.example.org/one'));
  await register('https://www.example.org/two');
  expect(events()).toEqual(expected('https://www.example.org/two'));
  await expect(register('http://www.example.org/one')).rejects.toThrow('The phone refused a webhook: 400');
});

test('writes a file without a gateway, unreadable to others', async () => {
  const { path, remove } = makeTemporaryFolder();
  closers.push(remove);
  const transport = openSmsTransport({ sms: undefined, dataDir: path });
  expect(await transport.send(message)).toEqual({
    providerId: null,
    cost: null,
    state: 'sent',
    isFile: true,
  });
  const file = join(path, 'sms', '7.txt');
  expect(readFileSync(file, 'utf8')).toBe(`+256772123456\n\n${message.text}`);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test.each([
  [undefined, 'https://www.example.org', false],
  ['africastalking://a:b@h.org', 'https://www.example.org', false],
  ['africastalking://a:b@h.org?from=INSTITUTE', 'https://www.example.org', false],
  ['africastalking://a:b@h.org?from=KVI-256', 'https://www.example.org', false],
  ['africastalking://a:b@h.org?from=8008', 'http://localhost:3000', true],
  ['africastalking://a:b@h.org?from=%2B256772000000', 'https://www.example.org', true],
  ['smsgate+http://a:b@192.168.1.20', 'http://192.168.1.5:3000', false],
  ['smsgate+http://a:b@192.168.1.20', 'https://www.example.org', true],
] as const)('answers to SMS of %s at %s reach us: %s', (url, publicUrl, expected) => {
  const sms = url && parseSmsUrl(url, isLoopbackUrl);
  expect(canGatewayTakeReplies({ sms, publicUrl })).toBe(expected);
});
