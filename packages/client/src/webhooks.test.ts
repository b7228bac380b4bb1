import { expect, test } from 'vitest';
import { signWebhook, verifyWebhook } from './webhooks.ts';

// The example of the Standard Webhooks specification
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const sentAt = 1_614_265_330_000;
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const message = { body, headers, secret, now: sentAt };

test('reads a signed message, whatever its headers are in', async () => {
  const read = { id: headers['webhook-id'], event: { test: 2432232314 } };
  expect(await verifyWebhook(message)).toEqual(read);
  expect(await verifyWebhook({ ...message, headers: new Headers(headers) })).toEqual(read);
});

test('signs as the specification does', async () => {
  expect(await signWebhook({ body, secret, id: headers['webhook-id'], now: sentAt })).toEqual(headers);
  const own = await signWebhook({ body, secret });
  expect((await verifyWebhook({ body, headers: own, secret })).error).toBeUndefined();
});

test('one right signature or secret among several is enough', async () => {
  const signature = `v1,AAAA v2,abc ${headers['webhook-signature']} v1,%%`;
  const several = { ...message, headers: { ...headers, 'webhook-signature': signature } };
  expect((await verifyWebhook({ ...several, secret: [other, secret] })).error).toBeUndefined();
});

test.each([
  ['another body', { body: '{"test": 2432232315}' }, 'WRONG_SIGNATURE'],
  ['another secret', { secret: other }, 'WRONG_SIGNATURE'],
  ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' } }, 'WRONG_SIGNATURE'],
  ['another time', { headers: { ...headers, 'webhook-timestamp': '1614265331' } }, 'WRONG_SIGNATURE'],
  [
    'a signature cut short',
    { headers: { ...headers, 'webhook-signature': 'v1,g0hM9SsE' } },
    'WRONG_SIGNATURE',
  ],
  [
    'a signature of another version',
    { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') } },
    'WRONG_SIGNATURE',
  ],
  ['no base64', { headers: { ...headers, 'webhook-signature': 'v1,%%%' } }, 'WRONG_SIGNATURE'],
  ['no id', { headers: { ...headers, 'webhook-id': undefined } }, 'HEADER_MISSING'],
  ['no signature', { headers: { 'webhook-id': '1', 'webhook-timestamp': '1' } }, 'HEADER_MISSING'],
  ['a time that is no number', { headers: { ...headers, 'webhook-timestamp': 'now' } }, 'TOO_OLD'],
  ['a copy that is sent again', { now: sentAt + 301_000 }, 'TOO_OLD'],
  ['a time ahead', { now: sentAt - 301_000 }, 'TOO_NEW'],
])('refuses %s', async (_, changed, code) => {
  expect((await verifyWebhook({ ...message, ...changed })).error?.code).toBe(code);
});

test('takes clocks that differ by five minutes', async () => {
  for (const now of [sentAt + 300_000, sentAt - 300_000])
    expect((await verifyWebhook({ ...message, now })).error).toBeUndefined();
});

test('refuses a signed message that is no JSON', async () => {
  const signed = await signWebhook({ body: 'hello', secret });
  expect(await verifyWebhook({ body: 'hello', headers: signed, secret })).toMatchObject({
    error: { code: 'UNREADABLE' },
  });
});

test('a secret of another form is a mistake of the program', async () => {
  for (const wrong of ['', 'secret', 'whsec_', 'whsec_%'])
    await expect(verifyWebhook({ ...message, secret: wrong })).rejects.toThrow('whsec_');
});
