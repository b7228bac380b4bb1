import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isLoopback } from '../../config/config.ts';
import { canTakeReplies, parseSmsUrl } from '../../config/sms-gateway.ts';
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

const open = (url: string) => openSmsTransport({ sms: parseSmsUrl(url, isLoopback), dataDir: '/nowhere' });
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

test.each([401, 402, 403, 404, 406, 407, 409])('takes %i as refused for good', async (statusCode) => {
  const { standIn, transport } = await provider();
  standIn.statusCode = statusCode;
  const failure = await failureOf(transport.send(message));
  expect(failure).toBeInstanceOf(SmsRefused);
  expect(failure?.message).toContain(`${statusCode}`);
});

test('takes 405 as a balance that is used up', async () => {
  const { standIn, transport } = await provider();
  standIn.statusCode = 405;
  expect(await failureOf(transport.send(message))).toBeInstanceOf(SmsBalanceUsedUp);
});

test.each([
  ['InvalidSenderId', 'InvalidSenderId'],
  ['Could Not Send', 'Could Not Send'],
  ['Sent to 0/1 Total Cost: 0 Message parts: 1', 'Sent to 0/1'],
])('an answer that says %s instead of a recipient is a refusal', async (fault, words) => {
  const { standIn, transport } = await provider();
  standIn.fault = fault;
  expect(await failureOf(transport.send(message))).toMatchObject({
    name: 'SmsRefused',
    message: `Africa's Talking refused it: ${words}`,
  });
});

test('a message that gets no id was refused, whatever its code says', async () => {
  const { standIn, transport } = await provider();
  standIn.untakenStatus = 'Could Not Send';
  expect(await failureOf(transport.send(message))).toMatchObject({
    name: 'SmsRefused',
    message: "Africa's Talking refused it: Could Not Send",
  });
});

test('an answer that names a balance that is used up waits for money', async () => {
  const { standIn, transport } = await provider();
  standIn.fault = 'InsufficientBalance';
  expect(await failureOf(transport.send(message))).toBeInstanceOf(SmsBalanceUsedUp);
});

test.each([500, 501, 502, 999])('takes %i as a failure that may pass', async (statusCode) => {
  const { standIn, transport } = await provider();
  standIn.statusCode = statusCode;
  const failure = await failureOf(transport.send(message));
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(SmsRefused);
});

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

test.each([
  ["Africa's Talking", provider],
  ['a phone', office],
])(
  'what %s takes without a readable receipt counts as sent, so that it is not sent twice',
  async (_, start) => {
    const { standIn, transport } = await start();
    for (const manner of ['html', 'break off', { status: 201 }] as const) {
      standIn.manner = manner;
      const providerId = `7-${createdAt.getTime()}`;
      expect(await transport.send(message)).toEqual({ providerId, cost: null, state: 'sent' });
    }
  },
);

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
  const sms = url && parseSmsUrl(url, isLoopback);
  expect(canTakeReplies({ sms, publicUrl })).toBe(expected);
});
