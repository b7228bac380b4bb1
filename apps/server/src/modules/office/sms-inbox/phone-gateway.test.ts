import { place } from '@institute/contract/place';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmsTransport } from '../../../messaging/sms/open-transport.ts';
import { startSmsOutbox } from '../../../testing/app/sms.ts';
import { type TestApp, testApp } from '../../../testing/app/test-app.ts';
import { type PhoneStandIn, startPhone } from '../../../testing/stand-ins/phone-stand-in.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueMessage } from '../../platform/outbox/outbox.service.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { askForNewStates, askForOldStates, registerSmsWebhooks } from './phone-gateway.service.ts';
import { smsAnswerMessage } from './sms-inbox.messages.ts';

const MINUTE = 60_000;
const signingKey = 'key-of-the-phone';
let t: TestApp;
let phone: PhoneStandIn;
beforeEach(async () => {
  phone = await startPhone();
  t = await testApp({
    SMS_URL: phone.url,
    SMS_SIGNING_KEY: signingKey,
    PUBLIC_URL: 'https://www.example.org',
  });
});
afterEach(async () => {
  await phone.close();
  await t.close();
});

const ctx = () => t.jobContext(t.now);
/** Sends through the phone, and answers its id of the message. */
async function send(): Promise<string> {
  await runInTransaction(ctx(), (tx) =>
    queueMessage(
      tx,
      smsAnswerMessage.sms({ recipient: `+${place.callingCode}772123456`, data: { text: 'Hello' } }),
    ),
  );
  const outbox = startSmsOutbox(t);
  outbox.gateway.take = openSmsTransport(t.config).send;
  await outbox.sendDue();
  return phone.taken.at(-1)?.id ?? '';
}
const states = async () =>
  (await t.em().find(OutgoingMessageEntity, {}, { orderBy: { id: 'asc' } })).map(({ state }) => state);

test('asks the phone what became of each message, until that is known', async () => {
  const first = await send();
  const second = await send();
  const third = await send();
  phone.post = undefined;
  await askForNewStates(ctx());
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
  await phone.advance(first, 'Delivered');
  await phone.advance(second, 'Failed');
  await phone.advance(third, 'Sent');
  await askForNewStates(ctx());
  expect(await states()).toEqual(['delivered', 'failed', 'sent']);

  t.wait(61 * MINUTE);
  await phone.advance(third, 'Delivered');
  await askForNewStates(ctx());
  expect(await states()).toEqual(['delivered', 'failed', 'sent']);
  await askForOldStates(ctx());
  expect(await states()).toEqual(['delivered', 'failed', 'delivered']);
});

test('a phone that is off is asked again in the next turn', async () => {
  const id = await send();
  await phone.advance(id, 'Delivered');
  phone.manner = 'close';
  await askForNewStates(ctx());
  expect(await states()).toEqual(['sent']);
  phone.manner = 'take';
  await askForNewStates(ctx());
  expect(await states()).toEqual(['delivered']);
});

test('the phone calls the webhooks that were registered on it, signed', async () => {
  await registerSmsWebhooks(ctx());
  const { phone: address } = await t.office.admin.installation.smsAddresses.query();
  expect(new Set(phone.webhooks.map(({ url }) => url))).toEqual(new Set([address]));
  expect(phone.webhooks).toHaveLength(4);

  phone.now = () => t.now().getTime();
  phone.signingKey = signingKey;
  phone.post = async (url, { headers, body }) => {
    const { host, pathname } = new URL(url);
    const answer = await t.app.inject({
      method: 'POST',
      url: pathname,
      headers: { ...headers, host },
      payload: body,
    });
    return { status: answer.statusCode };
  };
  const id = await send();
  // Out of order, and each twice
  expect(await phone.advance(id, 'Delivered', 2)).toEqual([200, 200]);
  expect(await phone.advance(id, 'Sent', 2)).toEqual([200, 200]);
  expect(await states()).toEqual(['delivered']);
  expect(await phone.receive({ from: '0772123456', text: 'STATUS' })).toEqual([200]);
  expect(await states()).toEqual(['delivered', 'waiting']);

  phone.signingKey = 'of another phone';
  expect(await phone.receive({ from: '0772123456', text: 'STATUS' })).toEqual([401]);
});

test('without an https address nothing is registered, and a phone that is off stops nothing', async () => {
  const config = { ...t.config, publicUrl: 'http://192.168.1.5:3000' };
  await registerSmsWebhooks({ ...ctx(), config });
  expect(phone.webhooks).toEqual([]);
  phone.manner = 'close';
  await registerSmsWebhooks(ctx());
});
